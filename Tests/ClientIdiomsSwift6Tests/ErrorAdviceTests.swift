import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ErrorAdviceTests {
    @Test func `errors are told apart by pattern, by cast and by number`() {
        let cancelled = PHPhotosError(.userCancelled)
        #expect(ErrorAdvice.byPattern(cancelled) == "cancelled")
        #expect(ErrorAdvice.bySwitch(cancelled) == "cancelled")
        #expect(ErrorAdvice.byNumber(cancelled) == "cancelled")
        #expect(ErrorAdvice.byPattern(PHPhotosError(.persistentChangeTokenExpired)) == "scan again")
        #expect(ErrorAdvice.byPattern(PHPhotosError(.notEnoughSpace)) == "make room")
        #expect(ErrorAdvice.byPattern(PHPhotosError(.limitExceeded)) == "photos 3307")
        #expect(ErrorAdvice.bySwitch(nil) == "fine")
        #expect(ErrorAdvice.byNumber(PHPhotosError(.accessUserDenied)) == "ask for access")
        #expect(ErrorAdvice.byNumber(CocoaError(.fileNoSuchFile)) == "other")
    }

    @Test func `a refused block reports an error that every idiom understands`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let text = sandbox.folder.appendingPathComponent("notes.txt")
                try Data("no picture".utf8).write(to: text)
                let outcome: (Bool, Error?) = await withCheckedContinuation { continuation in
                    PHPhotoLibrary.shared().performChanges {
                        let request = PHAssetCreationRequest.forAsset()
                        request.addResource(with: .photo, fileURL: text, options: nil)
                    } completionHandler: { success, error in
                        continuation.resume(returning: (success, error))
                    }
                }
                #expect(!outcome.0)
                #expect(ErrorAdvice.bySwitch(outcome.1) == "bad file")
                let error = try #require(outcome.1)
                #expect(ErrorAdvice.byNumber(error) == "photos 3302")
                #expect(error.localizedDescription.isEmpty == false)
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
            }
        }
    }
}
