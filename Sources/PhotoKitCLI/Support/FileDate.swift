import OpenPhotoKit

/// A date that a file has or states, as text with an offset from GMT.
struct FileDate {
    /// The date on the camera's clock, as that of a photo is shown, or in the zone of this process where no zone is known.
    ///
    /// A question mark follows a zone that the file does not state.
    let text: String

    init(_ date: Date, of facts: FileFacts) {
        let isAssumed = facts["isZoneAssumed"] == .flag(true)
        var zone = facts.assumedTimeZoneOffset
        if case .number(let seconds)? = facts["timeZoneOffset"] { zone = Int(seconds) }
        text = Wording.formattedDate(date, zone: zone) + (isAssumed ? "?" : "")
    }
}
