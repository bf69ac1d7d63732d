import ArgumentParser
import Foundation
import Glibc
import MediaSynthesis
import OpenPhotoKit
import Photos

/// Commits changes when it is told to, as another program beside the page's server.
struct Commits: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Commits a change for each line of standard input.",
        discussion: """
            "favorite N" marks the photo N of the list of all photos, the newest first, or takes its mark away. \
            "insert" adds a photo that is newer than all, and "remove" deletes the newest. Each \
            answer is a line with the times before and after the commit, in microseconds since 1970.
            """
    )

    @Argument(help: "The folder of the library.")
    var library: String

    func run() throws {
        let library = try PHPhotoLibrary.open(
            at: URL(fileURLWithPath: library, isDirectory: true),
            author: "Commits",
            user: .owner
        )
        defer { library.close() }
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            let times = try library.withCurrent { try Self.commit(words, library) }
            say("\(times.began) \(times.ended)")
        }
    }

    private static func newest() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        return PHAsset.fetchAssets(with: options)
    }

    private static func commit(
        _ words: [Substring],
        _ library: PHPhotoLibrary
    ) throws -> (began: Int, ended: Int) {
        let photos = newest()
        let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
        guard let verb = words.first, number < photos.count else {
            throw ValidationError("Write favorite N, insert or remove.")
        }
        let photo = photos[number]
        let began = now()
        try library.performChangesAndWait {
            switch verb {
            case "favorite": PHAssetChangeRequest(for: photo).isFavorite = !photo.isFavorite
            case "insert":
                let request = PHAssetCreationRequest.forAsset()
                let drawn = RasterImage.gradient(width: 300, height: 200, seed: UInt8(began % 256))
                let data = Data(JPEGEncoder().encode(drawn))
                request.addResource(with: .photo, data: data, options: nil)
                request.creationDate = (photos.firstObject?.creationDate ?? Date()) + 1
            default: PHAssetChangeRequest.deleteAssets([photo])
            }
        }
        return (began, now())
    }

    /// The time of the system in microseconds, which browsers on the same machine state, too.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
