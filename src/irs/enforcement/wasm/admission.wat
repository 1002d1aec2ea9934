;; May this event happen: is there a trace that contains it and everything that has happened? As TraceIndex and
;; Admission find it.

;; The first trace from $from on that contains the event, or as many as there are traces (TraceIndex.seek): in the
;; sorted runs of traces of the event, the first that ends at $from or later.
(func $seek (param $event i32) (param $from i32) (result i32)
  (local $event_at i32) (local $low i32) (local $high i32) (local $end i32) (local $middle i32) (local $start i32)
  (local.set $event_at (i32.add
    (i32.load (i32.const {gate.events_at}))
    (i32.mul (local.get $event) (i32.const {event.size}))))
  (local.set $low (i32.load offset={event.first_run} (local.get $event_at)))
  (local.set $end (i32.load offset={next_event.first_run} (local.get $event_at)))
  (local.set $high (local.get $end))
  (block $found
    (loop $halve
      (br_if $found (i32.ge_s (local.get $low) (local.get $high)))
      (local.set $middle (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
      (if (i32.lt_s
            (i32.load offset={run.last} (i32.add
              (i32.load (i32.const {gate.runs_at}))
              (i32.mul (local.get $middle) (i32.const {run.size}))))
            (local.get $from))
        (then (local.set $low (i32.add (local.get $middle) (i32.const 1))))
        (else (local.set $high (local.get $middle))))
      (br $halve)))
  (if (i32.eq (local.get $low) (local.get $end)) (then (return (i32.load (i32.const {gate.traces})))))
  (local.set $start (i32.load offset={run.first} (i32.add
    (i32.load (i32.const {gate.runs_at}))
    (i32.mul (local.get $low) (i32.const {run.size})))))
  (if (i32.lt_s (local.get $start) (local.get $from)) (then (return (local.get $from))))
  (local.get $start))

;; The first trace in [$candidate, $to) with everything that has happened and $event as the next one of the thread in
;; $slot, or -1 (Admission.search). Each event moves the candidate to the next trace that contains it; once it has
;; moved, all are asked again.
(func $search (param $slot i32) (param $event i32) (param $candidate i32) (param $to i32) (result i32)
  (local $next i32) (local $other i32) (local $last i32)
  (loop $new_candidate
    (local.set $next (call $seek (local.get $event) (local.get $candidate)))
    (if (i32.ge_s (local.get $next) (local.get $to)) (then (return (i32.const -1))))
    (local.set $candidate (local.get $next))
    (local.set $other (i32.const 0))
    (block $all_asked
      (loop $next_thread
        (br_if $all_asked (i32.ge_s (local.get $other) (i32.load (i32.const {gate.slots}))))
        (local.set $last (i32.sub
          (i32.load offset={slot.last} (i32.mul (local.get $other) (i32.const {slot.size})))
          (i32.const 1)))
        (if (i32.and
              (i32.ne (local.get $other) (local.get $slot))
              (i32.ge_s (local.get $last) (i32.const 0)))
          (then
            (local.set $next (call $seek (local.get $last) (local.get $candidate)))
            (if (i32.ge_s (local.get $next) (local.get $to)) (then (return (i32.const -1))))
            (if (i32.ne (local.get $next) (local.get $candidate))
              (then
                (local.set $candidate (local.get $next))
                (br $new_candidate)))))
        (local.set $other (i32.add (local.get $other) (i32.const 1)))
        (br $next_thread))))
  (local.get $candidate))

;; The same among all traces, beginning with the witness, which contains everything that has happened
;; (Admission.witnessFor).
(func $witness_for (param $slot i32) (param $event i32) (result i32)
  (local $witness i32) (local $found i32)
  (local.set $witness (i32.load (i32.const {gate.witness})))
  (if (i32.eq (call $seek (local.get $event) (local.get $witness)) (local.get $witness))
    (then (return (local.get $witness))))
  (local.set $found (call $search
    (local.get $slot) (local.get $event) (local.get $witness) (i32.load (i32.const {gate.traces}))))
  (if (i32.ge_s (local.get $found) (i32.const 0)) (then (return (local.get $found))))
  (call $search (local.get $slot) (local.get $event) (i32.const 0) (local.get $witness)))
