import Foundation
import PhotosBase
import PhotosStore

extension SidecarEdit.Change {
    /// Returns the options of `photokit edit` that give a photo the file's value.
    ///
    /// - Returns: The arguments, in quotation marks where a shell needs them; none for a property that the command lacks, and
    ///   for keywords, each of which is decided by itself.
    var options: [String] {
        var wanted = AssetRecord(rowID: 0, uuid: .zero)
        wanted.restore(stated)
        switch property {
        case .caption: return ShellWord.option("--caption", wanted.caption ?? "")
        case .rating:
            return wanted.isRejected ? ["--rejected"] : ["--rating", "\(wanted.rating)"]
        case .place:
            guard let latitude = wanted.latitude, let longitude = wanted.longitude else {
                return ["--no-place"]
            }
            return ShellWord.option("--place", "\(latitude),\(longitude)")
        case .date:
            guard let date = wanted.creationDate,
                let zone = TimeZone(secondsFromGMT: wanted.creationZone ?? 0)
            else { return [] }
            let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
                .dateSeparator(.dash).time(includingFractionalSeconds: false).timeSeparator(.colon)
                .timeZone(separator: .colon)
            return ["--date", date.formatted(style)]
        case .keywords, .favorite, .hidden, .title, .headline, .creators, .persons, .placeNames:
            return []
        }
    }
}
