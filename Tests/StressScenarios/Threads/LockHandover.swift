import Foundation
import LibraryExercise

/// Tells the thread sanitizer of the locks that it cannot see.
///
/// A `Mutex` that somebody waits for changes hands inside Swift's own library, which is not built for the sanitizer: without
/// this it takes what such a lock guards for a race. A library that is loaded first stands in for the two functions that
/// do so, and tells the sanitizer about them; a lock that nobody waits for is seen as it is.
enum LockHandover {
    /// Builds the library.
    ///
    /// - Throws: ``Fault`` where there is no compiler, or it refuses.
    static func library(
        in folder: URL,
        _ run: (String, [String]) throws -> (Int32, String)
    ) throws -> URL {
        let source = folder.appendingPathComponent("handover.c")
        let library = folder.appendingPathComponent("handover.so")
        try Data(text.utf8).write(to: source)
        let (status, output) = try run(
            "/usr/bin/env",
            ["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path]
        )
        guard status == 0 else { throw Fault("the lock's handover was not compiled: \(output)") }
        return library
    }

    /// Swift passes `self` in a register of its own, which `swift_context` names.
    private static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
        #define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
        #define SWIFT __attribute__((swiftcall))
        #define SELF __attribute__((swift_context))

        extern void __tsan_acquire(void *) __attribute__((weak));
        extern void __tsan_release(void *) __attribute__((weak));

        SWIFT void lock_slow(unsigned thread, SELF void *mutex) __asm__(LOCK);
        SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

        SWIFT void lock_slow(unsigned thread, SELF void *mutex) {
            SWIFT void (*next)(unsigned, SELF void *) = dlsym(RTLD_NEXT, LOCK);
            next(thread, mutex);
            if (__tsan_acquire) __tsan_acquire(mutex);
        }

        SWIFT void unlock_slow(SELF void *mutex) {
            SWIFT void (*next)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
            if (__tsan_release) __tsan_release(mutex);
            next(mutex);
        }
        """
}
