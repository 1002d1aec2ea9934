/**
 * The programs of known size for GenMC: as in plain code, with atomics of sequential consistency; nobody is joined.
 * Threads that do the same are told apart by an argument, unless GenMC shall know them for interchangeable (`alike`).
 */
type Source = (n: number, alike?: boolean) => string

const threads = (
  n: number,
  body: string,
  globals: string,
  { rest = [], alike = false }: { readonly rest?: readonly string[]; readonly alike?: boolean } = {},
): string => `
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
		pthread_create(&t[i], NULL, body, ${alike ? 'NULL' : '(void *) (long) i'});
${rest.map((_, i) => `\tpthread_create(&t[${n + i}], NULL, other${i}, NULL);\n`).join('')}	return 0;
}
`

export const cSources: Readonly<Record<string, Source>> = {
  inc: (n, alike) => threads(n, 'atomic_store(&x, atomic_load(&x) + 1);', 'atomic_int x;', { alike }),

  account: (n) =>
    threads(
      n,
      `pthread_mutex_lock(&lock);
	balance = balance + (1 << tid);
	pthread_mutex_unlock(&lock);`,
      'pthread_mutex_t lock;\nint balance;',
    ),

  cinc: (n, alike) =>
    threads(n, 'for (int i = 0; i < 3; i++) atomic_fetch_add(&x[i], 1);', 'atomic_int x[3];', { alike }),

  'N-writers': (n) => threads(n + 1, 'atomic_store(&x, tid + 1);', 'atomic_int x;', { rest: ['atomic_load(&x);'] }),

  readers: (n, alike) => threads(n, 'atomic_load(&x);', 'atomic_int x;', { rest: ['atomic_store(&x, 1);'], alike }),

  fib_bench: (n) =>
    threads(0, '', 'atomic_int x = 1, y = 1;', {
      rest: [
        `for (int i = 0; i < ${n}; i++) atomic_store(&x, atomic_load(&x) + atomic_load(&y));`,
        `for (int i = 0; i < ${n}; i++) atomic_store(&y, atomic_load(&x) + atomic_load(&y));`,
        'atomic_load(&x); atomic_load(&y);',
      ],
    }),

  lastzero: (n) =>
    threads(n, 'atomic_store(&a[tid + 1], atomic_load(&a[tid]) + 1);', `atomic_int a[${n + 1}];`, {
      rest: [`for (int i = ${n}; atomic_load(&a[i]) != 0; i--);`],
    }),

  sigma: (n) => `
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int index_ = -1;
atomic_int a[${n}];
void *set(void *arg)
{
	atomic_store(&a[atomic_load(&index_)], 1);
	return NULL;
}
int main()
{
	pthread_t t[${n}];
	for (int i = 0; i < ${n}; i++) {
		atomic_store(&index_, atomic_load(&index_) + 1);
		pthread_create(&t[i], NULL, set, (void *) (long) i);
	}
	return 0;
}
`,

  indexer: (n) =>
    threads(
      n,
      `for (int i = 1; i <= 4; i++) {
		int message = i * 11 + tid, place = (message * 7) % 128, expected = 0;
		while (!atomic_compare_exchange_strong(&table[place], &expected, message)) {
			place = (place + 1) % 128;
			expected = 0;
		}
	}`,
      'atomic_int table[128];',
    ),

  'indexer with mutexes': (n) =>
    threads(
      n,
      `for (int i = 1; i <= 4; i++) {
		int message = i * 11 + tid, place = (message * 7) % 128;
		while (!put(place, message))
			place = (place + 1) % 128;
	}`,
      `pthread_mutex_t locks[128];
int table[128];
int put(int place, int message)
{
	pthread_mutex_lock(&locks[place]);
	int is_free = table[place] == 0;
	if (is_free)
		table[place] = message;
	pthread_mutex_unlock(&locks[place]);
	return is_free;
}`,
    ),

  filesystem: (n) =>
    threads(
      n,
      `int i = tid % 32;
	pthread_mutex_lock(&inode_locks[i]);
	if (inodes[i] == 0)
		for (int b = (i * 2) % 26; !try_block(i, b); b = (b + 1) % 26);
	pthread_mutex_unlock(&inode_locks[i]);`,
      `pthread_mutex_t inode_locks[32], block_locks[26];
int inodes[32], busy[26];
int try_block(int inode, int b)
{
	pthread_mutex_lock(&block_locks[b]);
	int is_free = busy[b] == 0;
	if (is_free) {
		busy[b] = 1;
		inodes[inode] = b + 1;
	}
	pthread_mutex_unlock(&block_locks[b]);
	return is_free;
}`,
    ),

  philosophers: (n) =>
    threads(
      n,
      `int next = (tid + 1) % ${n}, first = tid < next ? tid : next, second = tid < next ? next : tid;
	pthread_mutex_lock(&forks[first]);
	pthread_mutex_lock(&forks[second]);
	pthread_mutex_unlock(&forks[second]);
	pthread_mutex_unlock(&forks[first]);`,
      `pthread_mutex_t forks[${n}];`,
    ),
}
