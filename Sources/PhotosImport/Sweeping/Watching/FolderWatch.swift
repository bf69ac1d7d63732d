import Foundation
import Glibc
import PhotosStore

/// Receives notifications about changes in folders from the kernel.
final class FolderWatch {
    /// The changes since the last read.
    struct News {
        /// The folders in which something was created, changed or removed.
        var folders: Set<ExactText> = []
        /// The files that a program has closed after writing.
        var closed: Set<ExactText> = []
        /// Whether folders were created, removed or moved.
        var concernsFolders = false
        /// Whether the kernel had to drop notifications.
        var isIncomplete = false

        var isEmpty: Bool { folders.isEmpty && !isIncomplete }
    }

    private let notifier: Int32
    private var paths: [Int32: String] = [:]

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)

    /// Returns nil where the system's limit of inotify instances is reached.
    init?() {
        notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if notifier < 0 { return nil }
    }

    deinit { close(notifier) }

    enum Outcome {
        case watched(isNew: Bool)
        /// The folder does not exist, or cannot be read.
        case absent
        /// The system's limit of watches is reached.
        case noneLeft
    }

    /// Watches a folder at its present path.
    ///
    /// For a folder that is watched already, only the path is updated.
    func add(_ path: String) -> Outcome {
        let watch = inotify_add_watch(notifier, path, Self.events)
        guard watch >= 0 else { return errno == ENOSPC || errno == ENOMEM ? .noneLeft : .absent }
        return .watched(isNew: paths.updateValue(path, forKey: watch) == nil)
    }

    /// Waits for changes, for at most the given number of seconds.
    func wait(_ seconds: Double) -> News {
        var request = pollfd(fd: notifier, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, Int32(max(0, min(seconds, 60)) * 1_000))
        return read()
    }

    private func read() -> News {
        var news = News()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(notifier, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return news }
            buffer.withUnsafeBytes {
                addEvents(from: UnsafeRawBufferPointer(rebasing: $0[..<count]), to: &news)
            }
        }
    }

    private func addEvents(from bytes: UnsafeRawBufferPointer, to news: inout News) {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        while rest.count >= header {
            let event = rest.loadUnaligned(as: inotify_event.self)
            let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
            addEvent(event, named: String(decoding: name, as: UTF8.self), to: &news)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(header + Int(event.len)))
        }
    }

    private func addEvent(_ event: inotify_event, named name: String, to news: inout News) {
        func has(_ flags: Int...) -> Bool { flags.contains { event.mask & UInt32($0) != 0 } }
        if has(Int(IN_Q_OVERFLOW)) { news.isIncomplete = true }
        guard let path = paths[event.wd] else { return }
        if has(Int(IN_IGNORED)) { paths[event.wd] = nil }
        // Names that begin with a dot are ignored: programs write temporary files there before renaming them.
        guard !name.hasPrefix(".") else { return }
        news.folders.insert(ExactText(path))
        if has(Int(IN_ISDIR), Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_UNMOUNT)) {
            news.concernsFolders = true
        }
        if has(Int(IN_CLOSE_WRITE)) { news.closed.insert(ExactText(path + "/" + name)) }
    }
}
