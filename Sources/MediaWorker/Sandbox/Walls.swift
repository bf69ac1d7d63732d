import CWalls
import Foundation
import PhotosMedia

/// Sets up the sandbox, which permanently denies everything that decoders do not need.
enum Walls {
    /// The task of the process.
    enum Task {
        /// Reading the files that are sent.
        case reading
        /// Creating files below an open folder, with at most `maximumBytes` bytes.
        case unpacking(folder: Int32, maximumBytes: Int64)

        var folder: Int32 {
            if case .unpacking(let folder, _) = self { folder } else { -1 }
        }

        var makesFiles: Bool { folder >= 0 }
    }

    /// Activates all layers of the sandbox for this process, and tests them.
    ///
    /// Start the libraries before this call, because they cannot load files afterwards.
    static func raise(_ options: WallOptions, for task: Task) -> WorkerWalls {
        var walls = WorkerWalls()
        var breach: String?
        func note(
            _ wall: WorkerWalls.Wall,
            _ result: Int32,
            _ detail: String,
            _ test: () -> UnsafePointer<CChar>?
        ) {
            guard result >= 0 else {
                walls.missing[wall.rawValue] = systemMessage(-result)
                return
            }
            walls.up[wall.rawValue] = detail
            // A layer only counts as active if its test finds no gap.
            if let found = test() {
                breach = breach ?? "\(wall.rawValue) does not hold: \(String(cString: found))"
            }
        }
        // The kernel restricts only the calling thread and threads that it starts later.
        if photos_thread_count() != 1 {
            breach = "it has threads that walls would not stand around"
        }
        let limits = options.raise(.limits) { Limits.apply(to: task) ? 0 : -EPERM }
        note(.limits, limits, Limits.summary) { nil }
        let privileges = photos_wall_privileges()
        var landlock = privileges
        if landlock == 0 {
            landlock = options.raise(.landlock) { photos_wall_landlock(task.folder) }
        }
        note(.landlock, landlock, "version \(landlock)") { photos_breach_of_landlock() }
        var seccomp = privileges
        if seccomp == 0 {
            seccomp = options.raise(.seccomp) { photos_wall_seccomp(task.makesFiles) }
        }
        note(.seccomp, seccomp, "on") { photos_breach_of_seccomp(task.makesFiles) }

        walls.refusal = breach ?? options.fault
        if walls.refusal == nil, options.policy == .required, !walls.missing.isEmpty {
            walls.refusal = walls.missing.sorted { $0.key < $1.key }
                .map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        }
        return walls
    }
}
