;; How what touches one place passes a gate: $enter, then JavaScript performs the operation, then $leave. Waiting,
;; conditions, threads and choices are left to gate/gate.ts, which does all of it.
;;
;; In WebAssembly because that code exists once for all workers, and so is in the processor's caches when the next one
;; wakes up, where each worker has its own copy of what the engine makes of JavaScript; and because it is short, so that
;; the lock is not taken for long.

;; Takes the lock and decides; {entered.busy} if the lock was not to be had. It pays to look for some microseconds: who
;; has the lock needs no longer if it runs, and if not, sleeping costs more than that was.
(func $enter (export "enter")
  (param $slot i32) (param $version i32) (param $fingerprint i32) (param $first i32)
  (param $cell i32) (param $bytes i32) (param $stride i32) (param $access i32) (result i32)
  (local $spins i32)
  (block $taken
    (loop $look_again
      (if (i32.eqz (i32.atomic.load (i32.const {gate.lock})))
        (then
          (br_if $taken
            (i32.eqz (i32.atomic.rmw.cmpxchg (i32.const {gate.lock}) (i32.const 0) (i32.const 1))))))
      (local.set $spins (i32.add (local.get $spins) (i32.const 1)))
      (br_if $look_again (i32.lt_s (local.get $spins) (i32.const 2000))))
    (return (i32.const {entered.busy})))
  (call $decide
    (local.get $slot) (local.get $version) (local.get $fingerprint) (local.get $first)
    (local.get $cell) (local.get $bytes) (local.get $stride) (local.get $access)))

;; Under the lock: says which event the access is, if it may happen. Then the lock stays taken, the name is noted, and
;; the witness contains the event. Otherwise {entered.refused}, and the lock is given back. $version is that of the set
;; that the caller knows, $fingerprint that of the operation, and $first that of what the thread does first.
(func $decide (export "decide")
  (param $slot i32) (param $version i32) (param $fingerprint i32) (param $first i32)
  (param $cell i32) (param $bytes i32) (param $stride i32) (param $access i32) (result i32)
  (local $last i32) (local $expected i32) (local $event i32) (local $witness i32)
  (block $refuse
    ;; Gated, and under an index that is the caller's.
    (br_if $refuse (i32.ne (i32.load (i32.const {gate.version})) (local.get $version)))
    (br_if $refuse (i32.ne (i32.load (i32.const {gate.fast_version})) (local.get $version)))
    (br_if $refuse (i32.ne (i32.load (i32.const {gate.mode})) (i32.const {mode.gated})))

    ;; What the thread does next in every admissible trace.
    (local.set $last (i32.sub
      (i32.load offset={slot.last} (i32.mul (local.get $slot) (i32.const {slot.size})))
      (i32.const 1)))
    (if (i32.lt_s (local.get $last) (i32.const 0))
      (then (local.set $expected (local.get $first)))
      (else (local.set $expected (i32.load offset={event.next} (i32.add
        (i32.load (i32.const {gate.events_at}))
        (i32.mul (local.get $last) (i32.const {event.size})))))))
    (br_if $refuse (i32.ne (local.get $expected) (local.get $fingerprint)))

    ;; An event that some trace has after all that has happened.
    (local.set $event (call $look_up
      (local.get $slot)
      (local.get $cell) (local.get $bytes) (local.get $stride) (local.get $access)
      (i32.const -1) (i32.const {access.none})))
    (br_if $refuse (i32.lt_s (local.get $event) (i32.const 0)))
    (local.set $witness (call $witness_for (local.get $slot) (local.get $event)))
    (br_if $refuse (i32.lt_s (local.get $witness) (i32.const 0)))
    (if (i32.ne (local.get $witness) (i32.load (i32.const {gate.witness})))
      (then
        (i32.store (i32.const {gate.witness}) (local.get $witness))
        (i32.store (i32.const {gate.switches}) (i32.add (i32.load (i32.const {gate.switches})) (i32.const 1)))))
    (return (local.get $event)))
  (call $unlock)
  (i32.const {entered.refused}))

;; The event with this name has accessed the cell (CellHash.mark): of reads there is a sum, since they commute.
(func $mark (param $cell i32) (param $access i32) (param $lo i32) (param $hi i32)
  (local $cell_at i32)
  (local.set $cell_at (i32.mul (local.get $cell) (i32.const {cell.size})))
  (if (i32.eq (local.get $access) (i32.const {access.write}))
    (then
      (i32.store offset={cell.write_lo} (local.get $cell_at) (local.get $lo))
      (i32.store offset={cell.write_hi} (local.get $cell_at) (local.get $hi))
      (i32.store offset={cell.reads_lo} (local.get $cell_at) (i32.const 0))
      (i32.store offset={cell.reads_hi} (local.get $cell_at) (i32.const 0)))
    (else
      (i32.store offset={cell.reads_lo} (local.get $cell_at)
        (i32.add (i32.load offset={cell.reads_lo} (local.get $cell_at)) (local.get $lo)))
      (i32.store offset={cell.reads_hi} (local.get $cell_at)
        (i32.add (i32.load offset={cell.reads_hi} (local.get $cell_at)) (local.get $hi))))))

;; The event has been performed: notes it, lets others go on, and gives the lock back, except where gates open, which
;; JavaScript does under the same lock. $end_cell is the thread's end, which its last event writes (errata 14).
(func $leave (export "leave")
  (param $slot i32) (param $event i32)
  (param $cell i32) (param $bytes i32) (param $stride i32) (param $access i32) (param $end_cell i32) (result i32)
  (local $lo i32) (local $hi i32) (local $marked i32) (local $end i32)
  (local $slot_at i32) (local $name_at i32) (local $unblocked_at i32) (local $ends i32) (local $wakes i32)

  ;; It has happened (CausalPast.happen).
  (local.set $lo (i32.load (i32.const {gate.name_lo})))
  (local.set $hi (i32.load (i32.const {gate.name_hi})))
  (local.set $marked (local.get $cell))
  (local.set $end (i32.add (local.get $cell) (local.get $bytes)))
  (block $all_marked
    (loop $next_cell
      (br_if $all_marked (i32.ge_s (local.get $marked) (local.get $end)))
      (call $mark (local.get $marked) (local.get $access) (local.get $lo) (local.get $hi))
      (local.set $marked (i32.add (local.get $marked) (local.get $stride)))
      (br $next_cell)))
  (local.set $name_at (i32.mul (local.get $slot) (i32.const {last_name.size})))
  (i32.store offset={last_name.lo} (local.get $name_at) (local.get $lo))
  (i32.store offset={last_name.hi} (local.get $name_at) (local.get $hi))
  (local.set $slot_at (i32.mul (local.get $slot) (i32.const {slot.size})))
  (i32.store offset={slot.last} (local.get $slot_at) (i32.add (local.get $event) (i32.const 1)))
  ;; A thread that was started early may still count as waiting.
  (call $stop_waiting (local.get $slot))
  (if (call $enters_finished (local.get $event)) (then (return (i32.const {left.opens}))))

  ;; Others go on.
  (local.set $unblocked_at (i32.mul (local.get $slot) (i32.const {unblocked.size})))
  (i32.store offset={unblocked.woken_lo} (local.get $unblocked_at) (i32.const 0))
  (i32.store offset={unblocked.woken_hi} (local.get $unblocked_at) (i32.const 0))
  (i32.store offset={unblocked.started_lo} (local.get $unblocked_at) (i32.const 0))
  (i32.store offset={unblocked.started_hi} (local.get $unblocked_at) (i32.const 0))
  (local.set $wakes (call $release
    (local.get $slot) (local.get $cell) (local.get $bytes) (local.get $access)))
  (local.set $ends (i32.eqz (i32.load offset={event.next} (i32.add
    (i32.load (i32.const {gate.events_at}))
    (i32.mul (local.get $event) (i32.const {event.size}))))))
  (if (local.get $ends)
    (then
      (call $mark (local.get $end_cell) (i32.const {access.write}) (local.get $lo) (local.get $hi))
      (i32.store offset={slot.ended} (local.get $slot_at) (i32.const 1))
      (local.set $wakes (i32.or
        (local.get $wakes)
        (call $release (local.get $slot) (local.get $end_cell) (i32.const 1) (i32.const {access.write}))))))
  (call $unlock)
  (if (local.get $ends)
    (then (return (select (i32.const {left.wakes_ended}) (i32.const {left.ended}) (local.get $wakes)))))
  (select (i32.const {left.wakes}) (i32.const {left.done}) (local.get $wakes)))
