import { int, program } from 'heddle'

/** Looks at the balance, and takes the amount where there is so much: nobody has locked it. */
function withdraw(balance: Int32Array, amount: number): void {
  if (balance[0]! >= amount) balance[0]! -= amount
}

export default program({
  name: 'withdrawals',
  inputs: { amount: int(0, 1_000_000) },
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    ann: (s, _self, { amount }) => withdraw(s.balance, amount),
    ben: (s, _self, { amount }) => withdraw(s.balance, amount),
    cat: (s, _self, { amount }) => withdraw(s.balance, amount),
    dan: (s, _self, { amount }) => withdraw(s.balance, amount),
  },
})
