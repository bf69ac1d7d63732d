import Foundation
import PhotosBase

/// Dates as the interface writes them: in UTC, to the second.
enum InterfaceDate {
    static func text(_ date: Date) -> String {
        CivilTime.text(secondsSince1970: date.timeIntervalSince1970, zone: nil)
    }
}
