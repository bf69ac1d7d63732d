import AVFoundation
import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MovieInspectorTests {
    private func sandbox(
        _ body: (ClientSandbox, MovieInspector) async throws -> Void
    ) async throws {
        try await ClientSandbox.files { try await body($0, MovieInspector()) }
    }

    @Test func `what a camera writes into a movie is found`() async throws {
        try await sandbox { sandbox, inspector in
            let movie = try sandbox.cameraMovie("IMG_0001.MOV")
            let noon = Date(timeIntervalSince1970: 1_714_559_400)
            #expect(try await inspector.taken(movie) == noon)
            #expect(await inspector.place(movie) == "-33.5000+151.2500/")
            #expect(try await inspector.livePhotoIdentifier(movie) == "5A7D")
            #expect(try await inspector.camera(AVAsset(url: movie)) == ["Apple", "iPhone 15"])
        }
    }

    @Test func `items have identifiers, keys, values and meanings`() async throws {
        try await sandbox { sandbox, _ in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let make = try #require(
                asset.metadata.first { $0.identifier == .quickTimeMetadataMake }
            )
            #expect(make.keySpace == .quickTimeMetadata && make.commonKey == .commonKeyMake)
            #expect(make.key as? String == "com.apple.quicktime.make")
            #expect(make.value as? String == "Apple" && make.dateValue == nil)
            let own = AVMetadataItem.metadataItems(
                from: asset.metadata,
                withKey: "org.example.own",
                keySpace: nil
            )
            #expect(own.first?.numberValue == 7 && own.first?.commonKey == nil)
            #expect(!asset.commonMetadata.contains { $0.identifier == own.first?.identifier })
            let dates = AVMetadataItem.metadataItems(
                from: asset.commonMetadata,
                withKey: AVMetadataKey.commonKeyCreationDate,
                keySpace: .common
            )
            #expect(dates.first?.stringValue == "2024-05-01T12:30:00+0200")
            let places = AVMetadataItem.metadataItems(
                from: asset.metadata,
                filteredByIdentifier: .quickTimeUserDataLocationISO6709
            )
            #expect(places.map(\.stringValue) == ["-33.5000+151.2500/"])
            #expect(asset.availableMetadataFormats.count == 2)
        }
    }

    @Test func `a movie that says nothing has no date, and one that is not there an error`()
        async throws
    {
        try await sandbox { sandbox, inspector in
            let plain = try sandbox.movie("plain.mov", seed: 3)
            #expect(AVURLAsset(url: plain).metadata.isEmpty)
            #expect(try await inspector.taken(plain) == nil)
            let missing = sandbox.folder.appendingPathComponent("missing.mov")
            #expect(AVURLAsset(url: missing).commonMetadata.isEmpty)
            await #expect(throws: AVError.self) { try await inspector.taken(missing) }
        }
    }

    @Test func `a movie is copied to a file of its type`() async throws {
        try await sandbox { sandbox, inspector in
            let movie = try sandbox.cameraMovie("IMG_0001.MOV")
            let asset = AVURLAsset(url: movie)
            let copy = sandbox.folder.appendingPathComponent("copy.mov")
            let preset = AVAssetExportPresetPassthrough
            #expect(
                await AVAssetExportSession.compatibility(
                    ofExportPreset: preset,
                    with: asset,
                    outputFileType: .mov
                )
            )
            try await inspector.copy(asset, to: copy, as: .mov, preset: preset)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: movie))
            await #expect(throws: AVError(.fileAlreadyExists)) {
                try await inspector.copy(asset, to: copy, as: .mov, preset: preset)
            }
            #expect(try Data(contentsOf: copy) == Data(contentsOf: movie))
        }
    }

    @Test func `what cannot be encoded is refused with a reason, and leaves no file`() async throws
    {
        try await sandbox { sandbox, inspector in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let target = sandbox.folder.appendingPathComponent("small.mp4")
            await #expect(throws: AVError(.encoderNotFound)) {
                try await inspector.copy(
                    asset,
                    to: target,
                    as: .mp4,
                    preset: AVAssetExportPresetHEVC1920x1080
                )
            }
            let error = await #expect(throws: AVError.self) {
                try await inspector.copy(
                    asset,
                    to: target,
                    as: .mp4,
                    preset: AVAssetExportPresetPassthrough
                )
            }
            #expect(error?.code == .incompatibleAsset)
            #expect(error?.localizedDescription.contains("com.apple.quicktime-movie") == true)
            await #expect(throws: AVError(.incompatibleAsset)) {
                try await inspector.copy(
                    asset,
                    to: target,
                    as: .wav,
                    preset: AVAssetExportPresetMediumQuality
                )
            }
            #expect(!FileManager.default.fileExists(atPath: target.path))
            #expect(AVAssetExportSession(asset: asset, presetName: "none") == nil)
        }
    }

    @Test(arguments: [AVFileType.mp4, .m4v, .mov])
    func `a movie is encoded for any player, without what its file states`(
        type: AVFileType
    ) async throws {
        try await sandbox { sandbox, inspector in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
            #expect(presets.contains(AVAssetExportPresetHighestQuality))
            #expect(!presets.contains(AVAssetExportPresetHEVCHighestQuality))
            #expect(!presets.contains(AVAssetExportPresetPassthrough))
            let target = sandbox.folder.appendingPathComponent("made.movie")
            let preset = AVAssetExportPreset640x480
            try await inspector.copy(asset, to: target, as: type, preset: preset)
            let made = AVURLAsset(url: target)
            #expect(abs(made.duration.seconds - asset.duration.seconds) < 0.05)
            #expect(made.metadata.isEmpty)
            let copy = AVAssetExportSession(
                asset: made,
                presetName: AVAssetExportPresetPassthrough
            )
            #expect(copy?.supportedFileTypes == [type])
        }
    }

    @Test func `a part of a movie is copied with what its file states`() async throws {
        try await sandbox { sandbox, _ in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let session = try #require(
                AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough)
            )
            session.timeRange = CMTimeRange(
                start: .zero,
                duration: CMTime(seconds: 0.1, preferredTimescale: 600)
            )
            let target = sandbox.folder.appendingPathComponent("part.mov")
            try await session.export(to: target, as: .mov)
            #expect(session.status == .completed && session.progress == 1)
            let part = AVURLAsset(url: target)
            #expect(abs(part.duration.seconds - 0.1) < 0.01)
            #expect(part.metadata.count == asset.metadata.count)
        }
    }

    @Test func `a part behind the end of a movie is refused`() async throws {
        try await sandbox { sandbox, _ in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            for preset in [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480] {
                let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
                session.timeRange = CMTimeRange(
                    start: CMTime(seconds: 100, preferredTimescale: 600),
                    duration: .positiveInfinity
                )
                let target = sandbox.folder.appendingPathComponent("part.mov")
                await #expect(throws: AVError(.operationNotSupportedForAsset)) {
                    try await session.export(to: target, as: .mov)
                }
                #expect(session.status == .failed && session.progress == 0)
            }
        }
    }

    @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480])
    func `a file longer than its limit is not written`(preset: String) async throws {
        try await sandbox { sandbox, _ in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.fileLengthLimit = 100
            let target = sandbox.folder.appendingPathComponent("long.mov")
            await #expect(throws: AVError(.maximumFileSizeReached)) {
                try await session.export(to: target, as: .mov)
            }
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480])
    func `a cancelled export leaves no file`(preset: String) async throws {
        try await sandbox { sandbox, _ in
            let asset = AVURLAsset(url: try sandbox.cameraMovie("IMG_0001.MOV"))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.cancelExport()
            let target = sandbox.folder.appendingPathComponent("never.mov")
            await #expect(throws: CancellationError.self) {
                try await session.export(to: target, as: .mov)
            }
            #expect(session.status == .cancelled)
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test func `a session that was used traps`() async {
        await #expect(processExitsWith: .failure) {
            let asset = AVURLAsset(url: URL(fileURLWithPath: "/missing.mov"))
            let session = AVAssetExportSession(
                asset: asset,
                presetName: AVAssetExportPresetPassthrough
            )
            await session?.export()
            await session?.export()
        }
    }
}
