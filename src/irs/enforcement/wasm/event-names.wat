;; Which event it is that a thread is about to execute: its name, after its causal past, as CausalPast and CellHash
;; compute it, and the event with this name, as TraceIndex finds it.

;; Which event it is when the thread in $slot does something now, and notes its name; -1 if no trace has it.
(func $look_up
  (param $slot i32) (param $cell i32) (param $bytes i32) (param $stride i32) (param $access i32)
  (param $cell2 i32) (param $access2 i32) (result i32)
  (local $lo i32) (local $hi i32) (local $a i32) (local $b i32)
  (local $slot_at i32) (local $cell_at i32) (local $end i32) (local $absorbed_at i32) (local $reads_follow i32)
  (local $mask i32) (local $entry i32) (local $event i32) (local $event_at i32)

  ;; Its name, a running hash (CausalPast.identify): begins with the thread, and absorbs, 64 bits after 64 bits, the
  ;; thread's previous event and what every cell that it accesses has seen.
  (local.set $slot_at (i32.mul (local.get $slot) (i32.const {slot.size})))
  (local.set $lo (i32.load offset={slot.seed_lo} (local.get $slot_at)))
  (local.set $hi (i32.load offset={slot.seed_hi} (local.get $slot_at)))
  (local.set $end (i32.add (local.get $cell) (local.get $bytes)))
  (if (i32.eq (local.get $access) (i32.const {access.none})) (then (local.set $end (local.get $cell))))
  (local.set $absorbed_at (i32.add
    (i32.mul (local.get $slot) (i32.const {last_name.size}))
    (i32.const {last_name.lo})))
  (block $all_seen
    (loop $absorb
      ;; CellHash.absorb
      (local.set $a (i32.mul
        (i32.xor (local.get $lo) (i32.load (local.get $absorbed_at)))
        (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul
        (i32.xor (local.get $hi) (i32.load offset={word.size} (local.get $absorbed_at)))
        (i32.const 0x85ebca6b)))
      (local.set $lo (i32.xor
        (i32.xor (local.get $a) (i32.shr_u (local.get $b) (i32.const 15)))
        (i32.shl (local.get $b) (i32.const 7))))
      (local.set $hi (i32.add
        (local.get $b)
        (i32.xor (local.get $a) (i32.shr_u (local.get $a) (i32.const 13)))))

      ;; An access comes after the last write; a write also after all reads since (CellHash.see).
      (if (local.get $reads_follow)
        (then
          (local.set $absorbed_at (i32.add (local.get $cell_at) (i32.const {cell.reads_lo})))
          (local.set $reads_follow (i32.const 0))
          (br $absorb)))
      ;; After the range of cells comes the second cell, if there is one.
      (if (i32.ge_s (local.get $cell) (local.get $end))
        (then
          (br_if $all_seen (i32.lt_s (local.get $cell2) (i32.const 0)))
          (local.set $cell (local.get $cell2))
          (local.set $end (i32.add (local.get $cell2) (i32.const 1)))
          (local.set $access (local.get $access2))
          (local.set $cell2 (i32.const -1))))
      (local.set $cell_at (i32.mul (local.get $cell) (i32.const {cell.size})))
      (local.set $absorbed_at (i32.add (local.get $cell_at) (i32.const {cell.write_lo})))
      (local.set $reads_follow (i32.eq (local.get $access) (i32.const {access.write})))
      (local.set $cell (i32.add (local.get $cell) (local.get $stride)))
      (br $absorb)))
  ;; The last steps of the hash (CellHash.finish).
  (local.set $lo (i32.mul
    (i32.xor (i32.xor (local.get $lo) (i32.shr_u (local.get $lo) (i32.const 16))) (local.get $hi))
    (i32.const 0x7feb352d)))
  (local.set $hi (i32.mul
    (i32.xor (i32.xor (local.get $hi) (i32.shr_u (local.get $hi) (i32.const 15))) (local.get $lo))
    (i32.const 0x846ca68b)))
  (local.set $lo (i32.mul
    (i32.xor (i32.xor (local.get $lo) (i32.shr_u (local.get $lo) (i32.const 14))) (local.get $hi))
    (i32.const 0xc2b2ae35)))
  (local.set $hi (i32.xor
    (i32.xor (local.get $hi) (i32.shr_u (local.get $hi) (i32.const 13)))
    (i32.shl (local.get $lo) (i32.const 9))))
  (local.set $lo (i32.xor (local.get $lo) (i32.shr_u (local.get $lo) (i32.const 16))))
  (i32.store (i32.const {gate.name_lo}) (local.get $lo))
  (i32.store (i32.const {gate.name_hi}) (local.get $hi))

  ;; The event with this name: entries of the table are events + 1, or 0 (TraceIndex.find).
  (local.set $mask (i32.load (i32.const {gate.table_mask})))
  (local.set $entry (i32.and
    (i32.xor (local.get $lo) (i32.shr_u (local.get $hi) (i32.const 7)))
    (local.get $mask)))
  (loop $next_entry
    (local.set $event (i32.sub
      (i32.load (i32.add
        (i32.load (i32.const {gate.table_at}))
        (i32.mul (local.get $entry) (i32.const {word.size}))))
      (i32.const 1)))
    (if (i32.lt_s (local.get $event) (i32.const 0)) (then (return (i32.const -1))))
    (local.set $event_at (i32.add
      (i32.load (i32.const {gate.events_at}))
      (i32.mul (local.get $event) (i32.const {event.size}))))
    (local.set $entry (i32.and (i32.add (local.get $entry) (i32.const 1)) (local.get $mask)))
    (br_if $next_entry (i32.or
      (i32.xor (i32.load offset={event.lo} (local.get $event_at)) (local.get $lo))
      (i32.xor (i32.load offset={event.hi} (local.get $event_at)) (local.get $hi)))))
  (local.get $event))
