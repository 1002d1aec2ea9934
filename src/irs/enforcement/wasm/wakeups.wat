;; Who may go on after an event: the fast path of gate/wakeups.ts.

;; Whether an access of some bytes from $cell on conflicts with what the thread in $slot waits to do: conflict() of
;; dependence/accesses.ts, where the first has no second cell. Exported for the test that compares the two.
(func $conflicts (export "conflicts")
  (param $cell i32) (param $bytes i32) (param $access i32) (param $slot i32) (result i32)
  (local $slot_at i32) (local $end i32) (local $other i32) (local $other_cell i32)
  (local.set $slot_at (i32.mul (local.get $slot) (i32.const {slot.size})))
  (local.set $end (i32.add (local.get $cell) (local.get $bytes)))
  (local.set $other (i32.load offset={slot.access} (local.get $slot_at)))
  (local.set $other_cell (i32.load offset={slot.cell} (local.get $slot_at)))
  (if (i32.and
        (i32.and
          (i32.ne (local.get $other) (i32.const {access.none}))
          (i32.ge_s (i32.or (local.get $access) (local.get $other)) (i32.const {access.write})))
        (i32.and
          (i32.lt_s (local.get $cell)
            (i32.add (local.get $other_cell) (i32.load offset={slot.bytes} (local.get $slot_at))))
          (i32.lt_s (local.get $other_cell) (local.get $end))))
    (then (return (i32.const 1))))
  (local.set $other (i32.load offset={slot.access2} (local.get $slot_at)))
  (local.set $other_cell (i32.load offset={slot.cell2} (local.get $slot_at)))
  (i32.and
    (i32.and
      (i32.ge_s (local.get $other_cell) (i32.const 0))
      (i32.ge_s (i32.or (local.get $access) (local.get $other)) (i32.const {access.write})))
    (i32.and
      (i32.le_s (local.get $cell) (local.get $other_cell))
      (i32.lt_s (local.get $other_cell) (local.get $end)))))

;; The thread in $slot is not waiting any more.
(func $stop_waiting (param $slot i32)
  (local $waiting i32)
  (local.set $waiting (select
    (i32.const {gate.waiting_lo})
    (i32.const {gate.waiting_hi})
    (i32.lt_s (local.get $slot) (i32.const 32))))
  (i32.store (local.get $waiting) (i32.and
    (i32.load (local.get $waiting))
    (i32.xor (i32.shl (i32.const 1) (local.get $slot)) (i32.const -1)))))

;; Adds the slot to the set whose 32 bits are at $set_at; shifts count modulo 32.
(func $insert (param $slot i32) (param $set_at i32)
  (i32.store (local.get $set_at) (i32.or
    (i32.load (local.get $set_at))
    (i32.shl (i32.const 1) (local.get $slot)))))

;; The thread in $slot waits at its gate, and may go on: it is to be started if it has not been, or woken if it sleeps
;; (and then goes into one of the sets, and 1 is the result), or else looks again by itself.
(func $let_go (param $slot i32) (param $woken_at i32) (param $started_at i32) (result i32)
  (local $slot_at i32)
  (local.set $slot_at (i32.mul (local.get $slot) (i32.const {slot.size})))
  (call $stop_waiting (local.get $slot))
  (if (i32.eq (i32.load offset={slot.unstarted} (local.get $slot_at)) (i32.const {unstarted.waits}))
    (then
      ;; Who changes it to 0 must start the thread, and others may be about to.
      (if (i32.atomic.rmw.xchg offset={slot.unstarted} (local.get $slot_at) (i32.const 0))
        (then
          (call $insert (local.get $slot) (local.get $started_at))
          (return (i32.const 1))))))
  (if (i32.ne (i32.load offset={slot.asleep} (local.get $slot_at)) (i32.const 1)) (then (return (i32.const 0))))
  (i32.store offset={slot.asleep} (local.get $slot_at) (i32.const 0))
  (drop (i32.atomic.rmw.add offset={slot.wake} (local.get $slot_at) (i32.const 1)))
  (call $insert (local.get $slot) (local.get $woken_at))
  (i32.const 1))

;; Lets those in the set at $waiting, whose first slot is $first, go on if they may now, and wait to do what conflicts
;; with an access of some bytes from $cell on: 1 if some are to be woken or started.
(func $release_among
  (param $waiting i32) (param $first i32) (param $cell i32) (param $bytes i32) (param $access i32)
  (param $woken_at i32) (param $started_at i32) (result i32)
  (local $rest i32) (local $slot i32) (local $slot_at i32) (local $event i32) (local $some i32)
  (local.set $rest (i32.load (local.get $waiting)))
  (block $all_asked
    (loop $next_thread
      (br_if $all_asked (i32.eqz (local.get $rest)))
      (local.set $slot (i32.add (i32.ctz (local.get $rest)) (local.get $first)))
      (local.set $rest (i32.and (local.get $rest) (i32.sub (local.get $rest) (i32.const 1))))
      (br_if $next_thread (i32.eqz
        (call $conflicts (local.get $cell) (local.get $bytes) (local.get $access) (local.get $slot))))
      (local.set $slot_at (i32.mul (local.get $slot) (i32.const {slot.size})))
      (local.set $event (call $look_up
        (local.get $slot)
        (i32.load offset={slot.cell} (local.get $slot_at))
        (i32.load offset={slot.bytes} (local.get $slot_at))
        (i32.load offset={slot.stride} (local.get $slot_at))
        (i32.load offset={slot.access} (local.get $slot_at))
        (i32.load offset={slot.cell2} (local.get $slot_at))
        (i32.load offset={slot.access2} (local.get $slot_at))))
      (br_if $next_thread (i32.lt_s (local.get $event) (i32.const 0)))
      (br_if $next_thread (i32.lt_s (call $witness_for (local.get $slot) (local.get $event)) (i32.const 0)))
      (local.set $some (i32.or
        (local.get $some)
        (call $let_go (local.get $slot) (local.get $woken_at) (local.get $started_at))))
      (br $next_thread)))
  (local.get $some))

;; The same for all who wait. The sets are those of $by, the thread whose event it was.
(func $release (param $by i32) (param $cell i32) (param $bytes i32) (param $access i32) (result i32)
  (local $unblocked_at i32)
  (local $wakes i32)
  (local.set $unblocked_at (i32.mul (local.get $by) (i32.const {unblocked.size})))
  (if (i32.load (i32.const {gate.waiting_lo}))
    (then
      (local.set $wakes (call $release_among
        (i32.const {gate.waiting_lo}) (i32.const 0)
        (local.get $cell) (local.get $bytes) (local.get $access)
        (i32.add (local.get $unblocked_at) (i32.const {unblocked.woken_lo}))
        (i32.add (local.get $unblocked_at) (i32.const {unblocked.started_lo}))))))
  (if (i32.load (i32.const {gate.waiting_hi}))
    (then
      (local.set $wakes (i32.or (local.get $wakes) (call $release_among
        (i32.const {gate.waiting_hi}) (i32.const 32)
        (local.get $cell) (local.get $bytes) (local.get $access)
        (i32.add (local.get $unblocked_at) (i32.const {unblocked.woken_hi}))
        (i32.add (local.get $unblocked_at) (i32.const {unblocked.started_hi})))))))
  (local.get $wakes))
