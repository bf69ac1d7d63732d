import CSandbox
import Foundation
package import PhotosMedia

/// Sets up the sandbox, which permanently denies everything that decoders do not need.
package enum Sandbox {
    /// The task of the process.
    package enum Task {
        /// Reading the files that are sent.
        case reading
        /// Creating files below an open folder, with at most `maximumBytes` bytes.
        case unpacking(folder: Int32, maximumBytes: Int64)

        var folder: Int32 {
            if case .unpacking(let folder, _) = self { folder } else { -1 }
        }

        var makesFiles: Bool { folder >= 0 }
    }

    /// Activates all parts of the sandbox for this process, and tests them.
    ///
    /// Start the libraries before this call, because they cannot load files afterwards.
    package static func enter(_ options: SandboxOptions, for task: Task) -> WorkerSandbox {
        var sandbox = WorkerSandbox()
        var gap: String?
        func record(
            _ part: WorkerSandbox.Part,
            result: Int32,
            detail: String,
            findGap: () -> UnsafePointer<CChar>?
        ) {
            guard result >= 0 else {
                sandbox.missing[part.rawValue] = systemMessage(-result)
                return
            }
            sandbox.active[part.rawValue] = detail
            // A part only counts as active if its test finds no gap.
            if let found = findGap() {
                gap = gap ?? "\(part.rawValue) does not hold: \(String(cString: found))"
            }
        }
        // The kernel restricts only the calling thread and threads that it starts later.
        if photos_thread_count() != 1 {
            gap = "it has threads that the sandbox would not restrict"
        }
        let limits = options.activate(.limits) { Limits.apply(to: task) ? 0 : -EPERM }
        record(.limits, result: limits, detail: Limits.summary) { nil }
        let privileges = photos_sandbox_privileges()
        var landlock = privileges
        if landlock == 0 {
            landlock = options.activate(.landlock) { photos_sandbox_landlock(task.folder) }
        }
        record(.landlock, result: landlock, detail: "version \(landlock)") {
            photos_sandbox_landlock_gap()
        }
        var seccomp = privileges
        if seccomp == 0 {
            seccomp = options.activate(.seccomp) { photos_sandbox_seccomp(task.makesFiles) }
        }
        record(.seccomp, result: seccomp, detail: "on") {
            photos_sandbox_seccomp_gap(task.makesFiles)
        }

        sandbox.refusal = gap ?? options.fault
        if sandbox.refusal == nil, options.policy == .required, !sandbox.missing.isEmpty {
            sandbox.refusal = sandbox.missing.sorted { $0.key < $1.key }
                .map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        }
        return sandbox
    }
}
