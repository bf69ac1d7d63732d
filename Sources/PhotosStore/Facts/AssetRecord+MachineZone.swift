import Foundation
import PhotosMedia

/// The time zone of this machine, for assets whose files state no date.
extension AssetRecord {
    /// Gives the date of a file, or the moment of the addition, the zone of this machine, marked as assumed.
    ///
    /// A screenshot is then on the day on which its person made it. Other dates stay as they are: a moment in GMT that a file
    /// states says nothing about this machine.
    ///
    /// - Parameter zone: The zone of this machine.
    mutating func assumeZone(ofMachine zone: TimeZone) {
        guard let creationDate, creationZone == nil,
            dateSource == FactsTable.fileTag || dateSource == Self.dateOfAddition
        else { return }
        let offset = zone.secondsFromGMT(for: creationDate)
        guard CaptureTime.zoneOffsets.contains(offset) else { return }
        creationZone = offset
        traits.insert(.zoneAssumed)
    }
}
