;; The state that the gates share, and the lock that it is under: the fast path of gate/gate-lock.ts.
;;
;; In all files, what is in braces is a number that TypeScript defines (scripts/gates/constants.ts), and addresses,
;; offsets and sizes are in bytes. {gate.witness} is the address of a word. Slots, cells, last names and the sets of the
;; unblocked have a fixed place: {slot.last} is the address of that word of slot 0, the one of slot 1 is {slot.size}
;; further, and so on; $slot_at is the slot's number times {slot.size}. The parts of the index are where the gate's
;; words say: $event_at is the address of an event, {event.next} an offset from there, and {next_event.first_run} one
;; into the event behind it. 64 bits are two words, lo and hi.

(import "state" "memory" (memory 1 {memory.most_pages} shared))

;; Gives the lock back, and wakes one who sleeps for it: 2 is taken, and somebody may be waiting.
(func $unlock
  (if (i32.eq (i32.atomic.rmw.xchg (i32.const {gate.lock}) (i32.const 0)) (i32.const 2))
    (then (drop (memory.atomic.notify (i32.const {gate.lock}) (i32.const 1))))))
