import ArgumentParser
import Foundation
import OpenPhotoKit
import Photos

/// Measures how long a photo waits for another one whose request was cancelled while it was decoded.
struct CancellingFigures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancelling",
        abstract: "Measures requests for a photo after the request for another one was cancelled.",
        discussion: """
            Both photos are requested in their full size, with nothing kept in memory. In turns: the second alone; the second \
            after the first was cancelled; and the second beside the first. The programs photokit-media and photokit-decoders \
            must stand beside this one, or be in PATH.
            """
    )

    @Argument(help: "The photo whose request is cancelled, such as a HEIC file.")
    var cancelled: String

    @Argument(help: "The photo that is requested after it, such as a JPEG file.")
    var wanted: String

    @Option(help: "After how many milliseconds the first request is cancelled.")
    var milliseconds = 5

    @Option(help: "How often each is measured.")
    var rounds = 15

    /// What happens before the photo is requested.
    private enum Kind: String, CaseIterable {
        case alone
        case afterCancelled = "after a cancelled request"
        case beside = "beside a request"
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "cancelling-figures-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try PHPhotoLibrary.open(
            at: folder.appending(path: "Figures.photolib"),
            create: true,
            user: .owner
        )
        defer { library.close() }
        let first = try add(cancelled, to: library)
        let second = try add(wanted, to: library)
        var times: [Kind: [Double]] = [:]
        // The first round starts the worker's programs.
        for round in 0...rounds {
            for kind in Kind.allCases {
                let time = try await time(of: second, after: first, kind)
                if round > 0 { times[kind, default: []].append(time * 1_000) }
            }
        }
        print("| the second photo | median, ms | longest, ms |")
        print("|---|---|---|")
        for kind in Kind.allCases {
            let sorted = times[kind, default: []].sorted()
            let values = [sorted[sorted.count / 2], sorted[sorted.count - 1]]
            let texts = values.map { String(format: "%.1f", $0) }
            print("| \(kind.rawValue) | \(texts.joined(separator: " | ")) |")
        }
    }

    private func add(_ path: String, to library: PHPhotoLibrary) throws -> PHAsset {
        var identifier: String?
        try library.performChangesAndWait {
            let file = URL(fileURLWithPath: path)
            identifier =
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?
                .placeholderForCreatedAsset?.localIdentifier
        }
        let asset = library.withCurrent {
            PHAsset.fetchAssets(withLocalIdentifiers: [identifier].compactMap(\.self), options: nil)
                .firstObject
        }
        guard let asset else { throw ValidationError("\(path) is not in the library.") }
        return asset
    }

    /// Returns the seconds from the request for a photo to its picture.
    private func time(
        of wanted: PHAsset,
        after other: PHAsset,
        _ kind: Kind
    ) async throws -> Double {
        let manager = PHImageManager.default()
        manager.dropImages()
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        if kind != .alone {
            let request = request(other) { _ in end.finish() }
            try await Task.sleep(for: .milliseconds(milliseconds))
            if kind == .afterCancelled { manager.cancelImageRequest(request) }
        }
        let start = ContinuousClock.now
        let isThere = await withCheckedContinuation { continuation in
            _ = request(wanted) { continuation.resume(returning: $0 != nil) }
        }
        let time = (ContinuousClock.now - start) / .seconds(1)
        guard isThere else { throw ValidationError("The second photo has no picture.") }
        // No round begins beside the request of another one.
        if kind != .alone { for await _ in ended {} }
        return time
    }

    private func request(
        _ asset: PHAsset,
        _ handler: @escaping @Sendable (UIImage?) -> Void
    ) -> PHImageRequestID {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        return PHImageManager.default().requestImage(
            for: asset,
            targetSize: PHImageManagerMaximumSize,
            contentMode: .default,
            options: options
        ) { image, _ in handler(image) }
    }
}
