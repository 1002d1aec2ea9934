/** The programs of known size for GenMC: as in plain code, with atomics of sequential consistency; nobody is joined. */
const threads = (n: number, body: string, globals: string, rest: readonly string[] = []): string => `
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
${globals}
void *body(void *arg)
{
	int tid = (int) (long) arg;
	(void) tid;
	${body}
	return NULL;
}
${rest.map((other, i) => `void *other${i}(void *arg)\n{\n\t${other}\n\treturn NULL;\n}\n`).join('')}
int main()
{
	pthread_t t[${n + rest.length}];
	for (int i = 0; i < ${n}; i++)
		pthread_create(&t[i], NULL, body, (void *) (long) i);
${rest.map((_, i) => `\tpthread_create(&t[${n + i}], NULL, other${i}, NULL);\n`).join('')}	return 0;
}
`

export const cSources: Readonly<Record<string, (n: number) => string>> = {
  inc: (n) => threads(n, 'atomic_store(&x, atomic_load(&x) + 1);', 'atomic_int x;'),

  account: (n) =>
    threads(
      n,
      `pthread_mutex_lock(&lock);
	balance = balance + (1 << tid);
	pthread_mutex_unlock(&lock);`,
      'pthread_mutex_t lock;\nint balance;',
    ),

  cinc: (n) => threads(n, 'for (int i = 0; i < 3; i++) atomic_fetch_add(&x[i], 1);', 'atomic_int x[3];'),

  'N-writers': (n) => threads(n + 1, 'atomic_store(&x, tid + 1);', 'atomic_int x;', ['atomic_load(&x);']),

  readers: (n) => threads(n, 'atomic_load(&x);', 'atomic_int x;', ['atomic_store(&x, 1);']),

  fib_bench: (n) =>
    threads(0, '', 'atomic_int x = 1, y = 1;', [
      `for (int i = 0; i < ${n}; i++) atomic_store(&x, atomic_load(&x) + atomic_load(&y));`,
      `for (int i = 0; i < ${n}; i++) atomic_store(&y, atomic_load(&x) + atomic_load(&y));`,
      'atomic_load(&x); atomic_load(&y);',
    ]),

  lastzero: (n) =>
    threads(n, 'atomic_store(&a[tid + 1], atomic_load(&a[tid]) + 1);', `atomic_int a[${n + 1}];`, [
      `for (int i = ${n}; atomic_load(&a[i]) != 0; i--);`,
    ]),
}
