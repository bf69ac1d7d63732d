import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ResourceChoiceTests {
    private func file(
        _ type: PHAssetResourceType,
        _ contentType: String = "public.jpeg"
    )
        -> ResourceRecord
    {
        ResourceRecord(
            rowID: Int64(type.rawValue),
            assetID: 1,
            type: ResourceRole(rawValue: type.rawValue),
            file: "",
            filename: nil,
            contentType: contentType,
            byteCount: 1,
            checksum: [],
            pixelWidth: 1,
            pixelHeight: 1
        )
    }

    private func picture(
        _ version: PHImageRequestOptionsVersion,
        _ files: [ResourceRecord],
        prefersRaw: Bool = false
    ) -> PHAssetResourceType? {
        ResourceChoice.picture(version, of: files, prefersRaw: prefersRaw)
            .flatMap { PHAssetResourceType(rawValue: $0.type.rawValue) }
    }

    @Test func `an edit is shown as rendered, and its versions without it as the original`() {
        let files = [file(.photo), file(.fullSizePhoto), file(.adjustmentBasePhoto)]
        #expect(picture(.current, files) == .fullSizePhoto)
        #expect(picture(.unadjusted, files) == .photo)
        #expect(picture(.original, files) == .photo)
    }

    @Test func `of a pair the chosen one is shown, and RAW is the original`() {
        for files in [
            [file(.photo), file(.alternatePhoto, "com.adobe.raw-image")],
            [file(.photo, "com.adobe.raw-image"), file(.alternatePhoto)],
        ] {
            let raw: PHAssetResourceType =
                files[0].contentType == "public.jpeg"
                ? .alternatePhoto : .photo
            let compressed: PHAssetResourceType = raw == .photo ? .alternatePhoto : .photo
            #expect(picture(.current, files) == compressed)
            #expect(picture(.unadjusted, files) == compressed)
            #expect(picture(.current, files, prefersRaw: true) == raw)
            #expect(picture(.unadjusted, files, prefersRaw: true) == raw)
            #expect(picture(.original, files) == raw)
        }
    }

    @Test func `two compressed originals of a pair show the first`() {
        #expect(picture(.original, [file(.photo), file(.alternatePhoto)]) == .photo)
    }

    @Test func `a video shows its file, and sound nothing`() {
        let movie = "com.apple.quicktime-movie"
        let files = [file(.video, movie), file(.fullSizeVideo, movie)]
        #expect(picture(.current, files) == .fullSizeVideo)
        #expect(picture(.original, files) == .video)
        #expect(picture(.current, [file(.audio, "public.mp3")]) == nil)
        #expect(ResourceChoice.video(.current, of: files)?.type == .fullSizeVideo)
        #expect(ResourceChoice.video(.original, of: files)?.type == .video)
        #expect(ResourceChoice.video(.current, of: [file(.photo)]) == nil)
    }

    @Test func `the movie of a Live Photo goes with its version`() {
        let movie = "com.apple.quicktime-movie"
        let plain = [file(.photo), file(.pairedVideo, movie)]
        let edited = plain + [file(.fullSizePhoto), file(.fullSizePairedVideo, movie)]
        #expect(ResourceChoice.pairedVideo(.current, of: plain)?.type == .pairedVideo)
        #expect(ResourceChoice.pairedVideo(.current, of: edited)?.type == .fullSizePairedVideo)
        #expect(ResourceChoice.pairedVideo(.original, of: edited)?.type == .pairedVideo)
        let still = plain + [file(.fullSizePhoto)]
        #expect(ResourceChoice.pairedVideo(.current, of: still) == nil)
        #expect(ResourceChoice.pairedVideo(.current, of: [file(.photo)]) == nil)
    }
}
