import Photos
import TestPermits
import Testing

@Suite(.permit) struct OpenEnumerationTests {
    private func name(_ subtype: PHAssetResourceType) -> String {
        switch subtype {
        case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: "photo"
        case .video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo,
            .adjustmentBaseVideo:
            "video"
        case .audio: "audio"
        case .adjustmentData: "data"
        @unknown default: "unknown \(subtype.rawValue)"
        }
    }

    @Test func `a raw value without a name makes a value that keeps it`() throws {
        let subtype = try #require(PHAssetCollectionSubtype(rawValue: 1_000_000_201))
        #expect(subtype.rawValue == 1_000_000_201)
        #expect(subtype != .smartAlbumPanoramas)
        #expect(subtype == PHAssetCollectionSubtype(rawValue: 1_000_000_201))
        #expect(try #require(PHAssetMediaType(rawValue: -7)).rawValue == -7)
        #expect(try #require(PHAsset.AdjustmentsState(rawValue: 1)) != .none)
    }

    @Test func `a switch sends values without a name to its unknown default`() throws {
        #expect(name(.photoProxy) == "photo")
        #expect(name(.adjustmentBaseVideo) == "video")
        #expect(name(try #require(PHAssetResourceType(rawValue: 13))) == "unknown 13")
    }

    @Test func `raw values are Int, of option sets UInt`() {
        #expect(type(of: PHAssetMediaType.image.rawValue) == Int.self)
        #expect(type(of: PHPhotosError.Code.userCancelled.rawValue) == Int.self)
        #expect(type(of: PHAssetMediaSubtype.photoLive.rawValue) == UInt.self)
    }

    @Test func `enumerations and option sets are keys, and cross between tasks`() async {
        let counts: [PHAssetMediaType: Int] = [.image: 2, .video: 1]
        let sum = await Task.detached { counts[.image, default: 0] + counts[.audio, default: 0] }
            .value
        #expect(sum == 2)
        let live: PHAssetMediaSubtype = .photoLive
        #expect(await Task.detached { live.rawValue }.value == 8)
    }

    @Test func `option sets combine, test and empty`() {
        var subtypes: PHAssetMediaSubtype = [.photoLive, .photoHDR]
        #expect(subtypes.rawValue == 10)
        #expect(subtypes.contains(.photoHDR))
        #expect(!subtypes.contains(.photoPanorama))
        subtypes.remove(.photoHDR)
        #expect(subtypes == .photoLive)
        subtypes.subtract(.photoLive)
        #expect(subtypes.isEmpty)
        #expect(PHAssetMediaSubtype().rawValue == 0)
        #expect(PHAssetSourceType(rawValue: 64).rawValue == 64)
    }
}
