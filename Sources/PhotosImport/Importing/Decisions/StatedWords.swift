import Crypto
import Foundation
import PhotosMedia
package import PhotosStore

/// The words that another program's database states of a photo, as the ledger of sources knows them.
package enum StatedWords {
    /// Returns a checksum of what an import can give to a photo of the library.
    ///
    /// - Parameters:
    ///   - supplement: The words that the database states.
    ///   - original: The checksum of the photo's original.
    /// - Returns: A checksum that is the same as long as the database states the same.
    package static func checksum(of supplement: ImportSupplement, original: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: original)
        /// Adds values in a way in which no two lists of values look the same.
        func addList(_ name: String, _ values: [String]) {
            for text in [name, String(values.count)] + values {
                hash.update(data: Data("\(text.utf8.count):\(text)".utf8))
            }
        }
        func addNumber(_ name: String, _ number: Double?) {
            addList(name, number.map { ["\($0)"] } ?? [])
        }
        func addText(_ name: String, _ text: String?) { addList(name, text.map { [$0] } ?? []) }
        let date = supplement.date
        addNumber("date", date?.date.timeIntervalSinceReferenceDate)
        addNumber("zone", date?.zoneOffset.map(Double.init))
        addNumber("assumed zone", date?.assumedZoneOffset.map(Double.init))
        addNumber("latitude", supplement.location?.latitude)
        addNumber("longitude", supplement.location?.longitude)
        addNumber("altitude", supplement.location?.altitude)
        addText("caption", supplement.caption)
        addList("keywords", supplement.keywords)
        addNumber("rating", supplement.rating.map(Double.init))
        addText("favorite", supplement.isFavorite == true ? "yes" : nil)
        addList("persons", supplement.persons)
        addText("title", supplement.title)
        addText("headline", supplement.headline)
        addList("creators", supplement.creators)
        let place = supplement.placeNames
        addText("sublocation", place.sublocation)
        addText("city", place.city)
        addText("region", place.region)
        addText("country", place.country)
        return Array(hash.finalize())
    }
}
