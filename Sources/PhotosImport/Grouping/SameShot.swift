import PhotosStore

/// Compares the metadata of two files to decide whether they come from one shot.
enum SameShot {
    /// The maximum difference, in seconds, between two files of one shot.
    ///
    /// A movie begins before its picture.
    static let tolerance = 3.0
    /// The maximum difference, in seconds, between two pictures of one exposure.
    ///
    /// Some cameras write whole seconds only.
    static let exposureTolerance = 1.0
    /// The maximum duration of a Live Photo's movie, in seconds.
    static let longestLiveMovie = 5.0

    /// Returns whether the files were taken at the same time; nil where one of them has no time.
    static func timesAgree(
        of left: GroupingFile,
        and right: GroupingFile,
        within seconds: Double
    ) -> Bool? {
        guard let first = left.captureTime, let second = right.captureTime else { return nil }
        let difference = (first - second).magnitude
        guard left.isZoneAssumed != right.isZoneAssumed, difference <= 26 * 3600 else {
            return difference <= seconds
        }
        // A local time that was read with a wrong zone is wrong by a multiple of a quarter of an hour.
        let rest = difference.truncatingRemainder(dividingBy: 900)
        return min(rest, 900 - rest) <= seconds
    }

    /// Returns whether the files come from the same camera; nil where one of them does not name its camera.
    static func camerasAgree(of left: GroupingFile, and right: GroupingFile) -> Bool? {
        guard let first = left.camera, let second = right.camera else { return nil }
        return first == second
    }

    /// Returns whether a RAW file and a developed picture of one name are one exposure.
    static func isPair(raw: GroupingFile, with picture: GroupingFile) -> Bool {
        guard picture.pictureFormat == .jpeg || picture.pictureFormat == .heif else { return false }
        return timesAgree(of: raw, and: picture, within: tolerance) != false
    }

    /// Returns whether a HEIC and a JPEG of one name are one exposure.
    ///
    /// Phones also write such names for other reasons, so the times must agree.
    static func isPair(heif: GroupingFile, with jpeg: GroupingFile) -> Bool {
        timesAgree(of: heif, and: jpeg, within: exposureTolerance) == true
            && camerasAgree(of: heif, and: jpeg) != false && !identifiersDiffer(of: heif, and: jpeg)
    }

    static func identifiersDiffer(of left: GroupingFile, and right: GroupingFile) -> Bool {
        guard let first = left.contentIdentifier, let second = right.contentIdentifier else {
            return false
        }
        return first != second
    }

    /// Returns whether a file with the name of an edited copy may be made from that original.
    static func isEdit(
        _ file: GroupingFile,
        named edit: ShotName.Edit,
        of original: GroupingFile
    ) -> Bool {
        guard !identifiersDiffer(of: file, and: original),
            camerasAgree(of: file, and: original) != false
        else {
            return false
        }
        let agree = timesAgree(of: file, and: original, within: tolerance)
        // Programs also use `X~2` for another photo when the name `X` exists already. So the times must
        // agree.
        if case .numbered = edit { return agree == true }
        return agree != false
    }
}
