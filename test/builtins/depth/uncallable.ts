/**
 * Builtins that no test can call for real, with the reason. What a thread hands to them is refused all the same, which
 * the test of exploration shows; here they are only left out where builtins run unguarded to see what they do.
 */
export const uncallable: readonly (readonly [path: RegExp, reason: string])[] = [
  [
    /^process\.(abort|exit|reallyExit|_kill|kill|_debugProcess|_debugEnd|_startProfilerIdleNotifier)$/,
    'ends or signals the process',
  ],
  [
    /^process\.(chdir|umask|set\w*id|setgroups|initgroups|dlopen|binding|_linkedBinding)$/,
    'changes what the process is',
  ],
  [/^process\.(emit|on|once|addListener|prependListener|_events)\b/, 'pretends that something happened to the process'],
  [
    /^process\.(stdin|stdout|stderr|_getActive\w+|openStdin|report|permission|channel|disconnect|send|_send)\b/,
    'talks to whoever runs the test',
  ],
  [
    /^process\.(nextTick|_tickCallback|setUncaughtExceptionCaptureCallback|setSourceMapsEnabled|_fatalException|domain)\b/,
    'disturbs the event loop',
  ],
  [
    /^(node:timers|setTimeout|setInterval|setImmediate|clear\w+|queueMicrotask)\b/,
    'runs later, when others are tested',
  ],
  [/^Atomics\.(wait|waitAsync)$/, 'waits'],
  [/__proto__$|\bsetPrototypeOf$/, 'changes what objects are, those of the test too'],
  [
    /^gc$|^node:v8\.(setFlagsFromString|writeHeapSnapshot|getHeapSnapshot|setHeapSnapshotNearHeapLimit|takeCoverage|stopCoverage|startupSnapshot)/,
    'changes or dumps the heap',
  ],
  [
    /^node:(repl|inspector|inspector\/promises|cluster|domain|trace_events|test|test\/reporters|sea)\b/,
    'starts something that does not end',
  ],
  [/^node:(http|https|http2|net|tls|dgram|dns|_http\w+|_tls\w+|_stream_wrap|tty)\b/, 'opens connections'],
  [/^node:child_process\b/, 'starts processes'],
  [/^node:(readline|readline\/promises)\b/, 'reads what somebody types'],
  [/^(fetch|WebSocket|EventSource|get fetch|navigator|localStorage|sessionStorage)\b/, 'opens connections'],
  [/^node:fs(\/promises)?\b.*\b(watch|watchFile|unwatchFile|StatWatcher|FSWatcher)/, 'watches files for ever'],
  [/^node:(module|process|console)\b/, 'loads modules, or is another name for a global'],
  [/^node:worker_threads\.(Worker|postMessageToThread|moveMessagePortToContext)/, 'starts threads'],
  [/^node:fs(\/promises)?\.(cp|rm|rmdir|lchown|chown|lutimes|opendir|glob)/, 'walks over folders'],
  [
    /^node:crypto\.(generate|createDiffieHellman|getDiffieHellman|DiffieHellman|scrypt|argon2|checkPrime)/,
    'takes seconds',
  ],
  [
    /^Blob\.prototype\.slice$|^node:crypto\.(Hash\.prototype\._transform|(KeyObject|X509Certificate)\.prototype\.__proto__\.constructor)$/,
    'aborts the process',
  ],
  [/^node:(vm\.Script\.prototype\.__proto__\.|zlib\.Deflate\.prototype\.__proto__\.constructor)/, 'aborts the process'],
  [/^node:wasi\b/, 'needs a module to run'],
  [/^node:async_hooks\b/, 'hooks into everything that follows'],
  [/^console[.[]|^node:util\.debuglog/, 'prints'],
]

export const isCallable = (path: string): boolean =>
  !uncallable.some(([pattern]) => pattern.test(path.replace(/^[gs]et /, '')))
