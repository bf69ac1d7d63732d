/// What the facts of two files say to their being of one shot.
enum SameShot {
    /// Seconds that the clocks of two files of one shot may differ: a movie begins before its picture.
    static let tolerance = 3.0
    /// Seconds that two pictures of one exposure may differ: some cameras write whole seconds alone.
    static let exposureTolerance = 1.0
    /// Seconds that a Live Photo's movie lasts at most.
    static let longestLiveMovie = 5.0

    /// Whether the files were taken at the same time; nil where one does not say.
    static func timesAgree(
        _ left: GroupingFile,
        _ right: GroupingFile,
        within seconds: Double
    ) -> Bool? {
        guard let first = left.captureTime, let second = right.captureTime else { return nil }
        let difference = (first - second).magnitude
        guard left.isZoneAssumed != right.isZoneAssumed, difference <= 26 * 3600 else {
            return difference <= seconds
        }
        // A local time that was read in another zone is off by some quarters of an hour.
        let rest = difference.truncatingRemainder(dividingBy: 900)
        return min(rest, 900 - rest) <= seconds
    }

    /// Nil where one does not say.
    static func camerasAgree(_ left: GroupingFile, _ right: GroupingFile) -> Bool? {
        guard let first = left.camera, let second = right.camera else { return nil }
        return first == second
    }

    /// Whether a RAW file and a developed picture of one name are one exposure.
    static func isPair(raw: GroupingFile, with picture: GroupingFile) -> Bool {
        guard picture.pictureFormat == .jpeg || picture.pictureFormat == .heif else { return false }
        return timesAgree(raw, picture, within: tolerance) != false
    }

    /// Whether a HEIC and a JPEG of one name are one exposure: phones write such names for other reasons too.
    static func isPair(heif: GroupingFile, with jpeg: GroupingFile) -> Bool {
        timesAgree(heif, jpeg, within: exposureTolerance) == true
            && camerasAgree(heif, jpeg) != false && !identifiersDiffer(heif, jpeg)
    }

    static func identifiersDiffer(_ left: GroupingFile, _ right: GroupingFile) -> Bool {
        guard let first = left.contentIdentifier, let second = right.contentIdentifier else {
            return false
        }
        return first != second
    }

    /// Whether a file that is named as an edit may be one of that original.
    static func isEdit(
        _ file: GroupingFile,
        _ edit: ShotName.Edit,
        of original: GroupingFile
    ) -> Bool {
        guard !identifiersDiffer(file, original), camerasAgree(file, original) != false else {
            return false
        }
        let agree = timesAgree(file, original, within: tolerance)
        // `X~2` is also how programs name another photo whose name was taken.
        if case .numbered = edit { return agree == true }
        return agree != false
    }
}
