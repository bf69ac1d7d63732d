import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// The creation date of assets whose files state none: without one, a new photo is not the newest.
@Suite(.permit) struct CreationDateTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func created(_ request: @escaping () -> PHAssetChangeRequest?) throws -> PHAsset {
        let name = Box<String>()
        try library.change {
            name.value = request()?.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(try #require(name.value))
    }

    private func expectZoneOfMachine(_ asset: PHAsset) {
        let date = asset.creationDate ?? .distantPast
        #expect(asset.record.creationZone == TimeZone.current.secondsFromGMT(for: date))
        #expect(asset.record.traits.contains(.zoneAssumed))
    }

    @Test func `bytes without a date have the moment of creation`() throws {
        let old = try library.addPicture { $0.creationDate = TestLibrary.start - 100 }
        library.advance(days: 2)
        let asset = try created { TestLibrary.pictureRequest() }
        #expect(asset.creationDate == library.now)
        #expect(asset.creationDate == asset.addedDate)
        #expect(asset.record.dateSource == "added")
        expectZoneOfMachine(asset)
        let newest = library.options {
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            $0.fetchLimit = 1
        }
        #expect(PHAsset.fetchAssets(with: newest).names == [asset.localIdentifier])
        #expect(old.record.dateSource == "person")
    }

    @Test func `a file without a date has its own, moved or not`() throws {
        let modified = Date(timeIntervalSinceReferenceDate: 86_400.25)
        for move in [false, true] {
            let file = try library.file("\(move).jpg", TestLibrary.picture(seed: move ? 3 : 4))
            try FileManager.default.setAttributes(
                [.modificationDate: modified],
                ofItemAtPath: file.path
            )
            let asset = try created {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = move
                request.addResource(with: .photo, fileURL: file, options: options)
                return request
            }
            #expect(asset.creationDate == modified)
            #expect(asset.record.dateSource == "file")
            expectZoneOfMachine(asset)
        }
    }

    @Test func `a program that sets a date, or none, is believed`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 7)
        let dated = try created {
            let request = TestLibrary.pictureRequest()
            request.creationDate = date
            return request
        }
        #expect(dated.creationDate == date && dated.record.dateSource == "person")
        #expect(dated.record.creationZone == nil)
        let undated = try created {
            let request = TestLibrary.pictureRequest(seed: 2)
            request.creationDate = nil
            return request
        }
        #expect(undated.creationDate == nil && undated.record.dateSource == nil)
        #expect(undated.record.creationZone == nil)
        #expect(!undated.record.traits.contains(.zoneAssumed))
    }

    @Test func `a picture made of pixels has the moment of creation`() throws {
        let image = try #require(UIImage(data: TestLibrary.picture(seed: 9)))
        let asset = try created { PHAssetChangeRequest.creationRequestForAsset(from: image) }
        #expect(asset.creationDate == library.now && asset.record.dateSource == "added")
    }
}
