import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct CloudIdentifierTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func cloud(_ name: String) throws -> PHCloudIdentifier {
        try #require(
            try library.photos.cloudIdentifierMappings(forLocalIdentifiers: [name])[name]?.get()
        )
    }

    private func code(_ result: Result<String, any Error>?) -> PHPhotosError.Code? {
        guard case .failure(let error) = result else { return nil }
        return (error as? PHPhotosError)?.code
    }

    @Test func `identifiers of one library come back as they were, also through their strings`()
        throws
    {
        let asset = try library.addPicture()
        let names = [
            asset.localIdentifier, try library.addAlbum().localIdentifier,
            try library.addFolder().localIdentifier,
        ]
        let mappings = library.photos.cloudIdentifierMappings(forLocalIdentifiers: names)
        #expect(Set(mappings.keys) == Set(names))
        for name in names {
            let cloud = try #require(try mappings[name]?.get())
            let read = try #require(
                PHCloudIdentifier(archivalStringValue: cloud.archivalStringValue)
            )
            #expect(read == cloud && read.hash == cloud.hash)
            #expect(try library.photos.localIdentifierMappings(for: [read])[read]?.get() == name)
            #expect(
                try library.photos.localIdentifierMappings(forSynced: [read])[read]?.get() == name
            )
        }
    }

    @Test func `an identifier is archived securely`() throws {
        let cloud = try cloud(try library.addPicture().localIdentifier)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: cloud,
            requiringSecureCoding: true
        )
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: PHCloudIdentifier.self,
            from: data
        )
        #expect(read == cloud)
    }

    @Test func `what is not there is not found, and every input has an answer`() throws {
        let unknown = UUID().uuidString + "/L0/001"
        let asset = try library.addPicture()
        let mappings = library.photos.cloudIdentifierMappings(forLocalIdentifiers: [
            unknown, "nonsense", asset.localIdentifier,
        ])
        #expect(mappings.count == 3)
        for name in [unknown, "nonsense"] {
            #expect(throws: PHPhotosError.self) { try mappings[name]?.get() }
        }
        let other = try TestLibrary()
        let cloud = try cloud(asset.localIdentifier)
        #expect(
            code(other.photos.localIdentifierMappings(for: [cloud])[cloud]) == .identifierNotFound
        )
        #expect(PHCloudIdentifier(archivalStringValue: "nonsense") == nil)
    }

    @Test func `an asset in Recently Deleted is not found`() throws {
        let asset = try library.addPicture()
        let cloud = try cloud(asset.localIdentifier)
        try library.change { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect(
            code(library.photos.localIdentifierMappings(for: [cloud])[cloud]) == .identifierNotFound
        )
    }

    @Test
    func
        `another library finds an asset by its content, unless told to look at what was synchronised`()
        throws
    {
        let cloud = try cloud(try library.addPicture(seed: 3).localIdentifier)
        let other = try TestLibrary()
        let same = try other.addPicture(seed: 3)
        try other.addPicture(seed: 4)
        #expect(
            try other.photos.localIdentifierMappings(for: [cloud])[cloud]?.get()
                == same.localIdentifier
        )
        #expect(
            code(other.photos.localIdentifierMappings(forSynced: [cloud])[cloud])
                == .identifierNotFound
        )
    }

    @Test func `several assets with the content are all named`() throws {
        let cloud = try cloud(try library.addPicture(seed: 3).localIdentifier)
        let other = try TestLibrary()
        let twins = [try other.addPicture(seed: 3), try other.addPicture(seed: 3)]
        guard case .failure(let error) = other.photos.localIdentifierMappings(for: [cloud])[cloud]
        else {
            Issue.record("One of two was chosen.")
            return
        }
        #expect((error as? PHPhotosError)?.code == .multipleIdentifiersFound)
        let found = (error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String]
        #expect(found?.sorted() == twins.names.sorted())
    }

    @Test func `thousands are mapped in a few statements`() throws {
        let names = try library.addPictures(300).names
        let statements = library.statements {
            #expect(library.photos.cloudIdentifierMappings(forLocalIdentifiers: names).count == 300)
        }
        #expect(statements.count <= 12)
    }
}
