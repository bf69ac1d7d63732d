import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport

extension SourceFixture {
    /// Returns an environment that finds one moment of capture in all files.
    ///
    /// Files whose names begin with `IMG_` are those of one Live Photo.
    ///
    /// - Parameter described: The name of files that have words and a place, too; nil for none.
    /// - Returns: The environment.
    static func environment(describing described: String? = nil) -> EngineEnvironment {
        EngineEnvironment(examine: { descriptor, name in
            var facts = MediaFacts(
                header: try MediaHeader.read(
                    from: try DescriptorByteSource(descriptor: descriptor)
                ),
                reader: described == nil ? .header : .worker
            )
            if let described, name == described {
                facts.caption = "Lake"
                facts.keywords = ["sun", "water"]
                facts.rating = 4
                facts.location = MediaFacts.Location(latitude: 47, longitude: 9)
            }
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            if name?.hasPrefix("IMG_") == true { facts.contentIdentifier = "pair" }
            return facts
        })
    }

    /// Lets a photo go on without its missing files.
    func leaveOutMissingFiles(of uuid: UUID) throws {
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try library.commit(.updateAsset(uuid, update))
    }
}
