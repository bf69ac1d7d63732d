import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport

/// What people do with files, and no program of ours.
extension HabitsRun {
    func take(_ step: HabitsStep) async throws {
        switch step {
        case .shoot: try shoot(1 + chance.number(below: 4))
        case .shootBurst:
            try shoot(2 + chance.number(below: 3), burst: "burst of step \(tally.steps)")
        case .addToDisk: try addToDisk()
        case .removeFile: if let url = file() { unlink(url.path) }
        case .renameFile:
            if let url = file() {
                try world.move(url, to: url.deletingLastPathComponent().appending(path: newName()))
            }
        case .moveToFolder:
            if let url = file() {
                let top = url.path.hasPrefix(world.card.path) ? world.card : world.disk
                let name = "folder-\(chance.number(below: 3))/\(url.lastPathComponent)"
                let target = top.appending(path: name)
                if target != url, access(target.path, F_OK) != 0 { try world.move(url, to: target) }
            }
        case .copyFile:
            if let url = file() {
                let target = url.deletingLastPathComponent().appending(path: newName())
                try world.write(Data(contentsOf: url), to: target)
            }
        case .touchFile: if let url = file() { touch(url) }
        case .swapCards: try world.swapCards()
        case .unmount: try world.unmount(leavingFolder: chance.chance(0.5))
        case .mount: try world.mount()
        case .removeOriginal: if let url = try original() { unlink(url.path) }
        case .renameOriginal:
            if let url = try original() {
                try world.move(url, to: url.deletingLastPathComponent().appending(path: newName()))
            }
        case .overwriteOriginal: if let url = try original() { try overwrite(url) }
        case .cutOriginal: if let url = try original() { truncate(url.path, 20) }
        case .touchOriginal: if let url = try original() { touch(url) }
        case .copyOriginal:
            if let url = try original() {
                try world.write(
                    Data(contentsOf: url),
                    to: url.deletingLastPathComponent().appending(path: newName())
                )
            }
        default: try await use(step)
        }
    }

    private func shoot(_ count: Int, burst: String? = nil) throws {
        for _ in 0..<count {
            try world.write(content.photo(burst: burst), to: world.card.appending(path: newName()))
        }
    }

    /// A new photo, or a copy of one that the card has.
    private func addToDisk() throws {
        guard !world.isDiskAway else { return }
        let known = world.files(below: world.card)
        let isCopy = chance.chance(0.4) && !known.isEmpty
        let bytes = isCopy ? try Data(contentsOf: chance.pick(known)) : content.photo()
        try world.write(bytes, to: world.disk.appending(path: newName()))
    }

    /// A file of the card or the disk.
    private func file() -> URL? {
        let folder = chance.chance(0.5) || world.isDiskAway ? world.card : world.disk
        let files = world.files(below: folder)
        guard !files.isEmpty else { return nil }
        let url = chance.pick(files)
        say(url.lastPathComponent)
        return url
    }

    /// A file below the library's folder of originals, chosen in the order of rows: names are different in each run.
    private func original() throws -> URL? {
        let state = try state()
        let own = state.assets.flatMap { state.resources[$0.uuid] ?? [] }
            .filter { $0.sourceFileID == nil }
            .map { world.library.layout.original($0.file) }
            .filter { access($0.path, F_OK) == 0 }
        let others = world.files(below: world.library.layout.originals)
            .filter { $0.pathExtension == "JPG" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        guard !own.isEmpty || !others.isEmpty else { return nil }
        let index = chance.number(below: own.count + others.count)
        say("\(index)")
        return index < own.count ? own[index] : others[index - own.count]
    }

    private func touch(_ url: URL) {
        // Some seconds ago: a date that no file has by itself.
        var times = [timespec(), timespec()]
        clock_gettime(CLOCK_REALTIME, &times[0])
        times[0].tv_sec -= 10 + chance.number(below: 1_000)
        times[1] = times[0]
        utimensat(AT_FDCWD, url.path, times, 0)
    }

    /// Other bytes, as many as before, in the same file.
    private func overwrite(_ url: URL) throws {
        chmod(url.path, 0o644)
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        let size = try file.seekToEnd()
        guard size > 4 else { return }
        try file.seek(toOffset: size / 2)
        try file.write(contentsOf: Data([UInt8(chance.number(below: 256)), 0, 1, 2]))
    }
}
