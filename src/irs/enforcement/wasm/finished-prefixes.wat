;; Whether gates open: what follows on a finished prefix is verified whatever happens. As TraceIndex.entersFinished and
;; TraceIndex.isReached tell.

;; Whether the event is the last one of some thread, or before that in the thread.
(func $has_happened (param $event i32) (result i32)
  (local $events_at i32) (local $depth i32) (local $slot i32) (local $last i32) (local $last_at i32)
  (local.set $events_at (i32.load (i32.const {gate.events_at})))
  (local.set $depth (i32.load offset={event.depth} (i32.add
    (local.get $events_at)
    (i32.mul (local.get $event) (i32.const {event.size})))))
  (block $none_left
    (loop $next_thread
      (br_if $none_left (i32.ge_s (local.get $slot) (i32.load (i32.const {gate.slots}))))
      (local.set $last (i32.sub
        (i32.load offset={slot.last} (i32.mul (local.get $slot) (i32.const {slot.size})))
        (i32.const 1)))
      (block $as_deep
        (loop $parent
          (br_if $as_deep (i32.lt_s (local.get $last) (i32.const 0)))
          (local.set $last_at (i32.add
            (local.get $events_at)
            (i32.mul (local.get $last) (i32.const {event.size}))))
          (br_if $as_deep (i32.le_s (i32.load offset={event.depth} (local.get $last_at)) (local.get $depth)))
          (local.set $last (i32.load offset={event.parent} (local.get $last_at)))
          (br $parent)))
      (if (i32.eq (local.get $last) (local.get $event)) (then (return (i32.const 1))))
      (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
      (br $next_thread)))
  (i32.const 0))

;; Whether, now that $event has happened, all events of some finished prefix have. The marks of an event say which
;; prefixes it is in; the events of a prefix end where those of the next one begin.
(func $enters_finished (param $event i32) (result i32)
  (local $event_at i32) (local $mark i32) (local $marks_end i32) (local $prefix i32)
  (local $start_at i32) (local $item_at i32) (local $end_at i32)
  (local.set $event_at (i32.add
    (i32.load (i32.const {gate.events_at}))
    (i32.mul (local.get $event) (i32.const {event.size}))))
  (local.set $mark (i32.load offset={event.first_mark} (local.get $event_at)))
  (local.set $marks_end (i32.load offset={next_event.first_mark} (local.get $event_at)))
  (block $no_marks_left
    (loop $next_mark
      (br_if $no_marks_left (i32.ge_s (local.get $mark) (local.get $marks_end)))
      (local.set $prefix (i32.load (i32.add
        (i32.load (i32.const {gate.mark_of_at}))
        (i32.mul (local.get $mark) (i32.const {word.size})))))
      (local.set $start_at (i32.add
        (i32.load (i32.const {gate.mark_start_at}))
        (i32.mul (local.get $prefix) (i32.const {word.size}))))
      (local.set $item_at (i32.add
        (i32.load (i32.const {gate.mark_events_at}))
        (i32.mul (i32.load (local.get $start_at)) (i32.const {word.size}))))
      (local.set $end_at (i32.add
        (i32.load (i32.const {gate.mark_events_at}))
        (i32.mul (i32.load offset={word.size} (local.get $start_at)) (i32.const {word.size}))))
      (block $one_has_not
        (loop $next_item
          (if (i32.ge_u (local.get $item_at) (local.get $end_at)) (then (return (i32.const 1))))
          (br_if $one_has_not (i32.eqz (call $has_happened (i32.load (local.get $item_at)))))
          (local.set $item_at (i32.add (local.get $item_at) (i32.const {word.size})))
          (br $next_item)))
      (local.set $mark (i32.add (local.get $mark) (i32.const 1)))
      (br $next_mark)))
  (i32.const 0))
