import ArgumentParser
import Crypto
import Foundation
import Glibc
import OpenPhotoKit
import Photos
import PhotosTestSupport

/// Measures what a request adds to the time in which a remote gives an original's bytes.
struct ElsewhereFigures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "elsewhere",
        abstract: "Measures requests for originals that are in a remote alone.",
        discussion: """
            The remote is a folder. Each original is requested once, with permission for the network. This program also reads the \
            same objects from the folder, past the system's cache and with SHA-256; that is the remote's own time. It also copies \
            them to a file and syncs it, which is what a request must do besides. Times are medians.
            """
    )

    @Option(help: "The number of originals of each size.")
    var photos = 100

    @Option(help: "A size in kilobytes; may be repeated.")
    var kilobytes = [100, 2_600]

    func run() async throws {
        print("| size | remote, ms | with a synced copy, ms | request, ms | added, ms |")
        print("|---|---|---|---|---|")
        for size in kilobytes {
            let trial = try await ElsewhereTrial(photos: photos, byteCount: size * 1_000)
            defer { trial.remove() }
            let (reads, copies) = try trial.objectTimes()
            let requests = try await trial.requestTimes()
            let values = [reads, copies, requests].map { $0.sorted()[$0.count / 2] * 1_000 }
            let texts = (values + [values[2] - values[0]]).map { String(format: "%.2f", $0) }
            print("| \(size) kB | \(texts.joined(separator: " | ")) |")
        }
    }
}

/// A library whose originals are in a folder alone.
private struct ElsewhereTrial {
    let folder: URL
    let place: URL
    let library: PHPhotoLibrary

    init(photos: Int, byteCount: Int) async throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "elsewhere-figures-\(getpid())-\(byteCount)")
        place = folder.appending(path: "place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        library = try PHPhotoLibrary.open(
            at: folder.appending(path: "Figures.photolib"),
            create: true,
            user: .owner
        )
        for number in 0..<photos {
            let data = Self.picture(number, byteCount)
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: data, options: nil)
            }
        }
        let remote = try await library.addRemote(place.path).remote
        _ = try await library.sync(remote)
        try library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
        let report = try await library.freeSpace()
        guard report.released.count == photos else {
            throw ValidationError("Only \(report.released.count) of \(photos) originals left.")
        }
        // Fetched originals may stay.
        try library.setSpaceRule(nil)
    }

    func remove() {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A picture with random bytes behind its end.
    private static func picture(_ number: Int, _ byteCount: Int) -> Data {
        var data = Data(TestJPEG(seed: UInt8(truncatingIfNeeded: number)).data())
        var random = SeededNumbers(seed: UInt64(number))
        while data.count < byteCount {
            withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) }
        }
        return data
    }

    /// Returns the seconds of reading each original from the remote, and of reading, copying and syncing it.
    func objectTimes() throws -> (reads: [Double], copies: [Double]) {
        let originals = place.appending(path: "originals")
        let files = FileManager.default.enumerator(atPath: originals.path)?.allObjects ?? []
        var (reads, copies): ([Double], [Double]) = ([], [])
        for case let name as String in files where name.contains("/") {
            let file = originals.appending(path: name)
            reads.append(try Self.time { _ = try Self.read(file) })
            let copy = folder.appending(path: "copy")
            copies.append(
                try Self.time {
                    try Self.read(file).write(to: copy)
                    let handle = try FileHandle(forWritingTo: copy)
                    try handle.synchronize()
                    try handle.close()
                }
            )
        }
        return (reads, copies)
    }

    private static func read(_ file: URL) throws -> Data {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        posix_fadvise(handle.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
        let data = try handle.readToEnd() ?? Data()
        _ = SHA256.hash(data: data)
        return data
    }

    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// Returns the seconds of a request for the data of each original.
    func requestTimes() async throws -> [Double] {
        let assets = library.withCurrent {
            let result = PHAsset.fetchAssets(with: nil)
            return result.objects(at: IndexSet(0..<result.count))
        }
        var times: [Double] = []
        for asset in assets {
            let options = PHImageRequestOptions()
            options.isNetworkAccessAllowed = true
            let start = ContinuousClock.now
            let byteCount = await withCheckedContinuation { continuation in
                PHImageManager.default().requestImageDataAndOrientation(
                    for: asset,
                    options: options
                ) { data, _, _, _ in continuation.resume(returning: data?.count) }
            }
            guard byteCount != nil else {
                throw ValidationError("A request for an original that is elsewhere failed.")
            }
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times
    }
}
