public import ArgumentParser
public import OpenPhotoKit

extension FileProperty: ExpressibleByArgument {}

/// The command `photokit edit`.
struct Edit: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes dates, locations, captions, ratings and keywords, and trims videos.",
        discussion: """
            A value that you set stays, even if the photo's file or sidecar changes later. --revert-field returns to \
            the values in the files.

            --date takes a date with a time zone, which also becomes the photo's zone, a date without one, which is \
            a time on the photo's own clock, or a shift such as +1h, -30m or +2d12h. --zone sets the time zone, and \
            the time on the photo's clock stays: use it for a camera that stored no zone, or a wrong one. All photos \
            are changed together or not at all.

            --without-missing-files is for a photo that is offline because a person deleted one of its files in a \
            source: the RAW beside the JPEG, the movie of a Live Photo, an edited version, or the original. It goes on \
            without the files that the last sweep did not find. Without its original, another file becomes the original: \
            the RAW, otherwise the edited version, otherwise the movie. If one comes back, it joins the photo again. If a remote has one, \
            nothing is changed, because "photokit remote fetch" brings the file back. --even-in-remotes is for files that \
            you do not want any more: a sync removes those of the remote, too, after 30 days.

            --trim keeps a part of a video, counted from its beginning before it was trimmed. Movies of cameras are copied without \
            encoding: the pictures up to the key frame before the start are in the file, and not shown. --revert shows the \
            original again, and drops every edit.

            EXAMPLES:
              photokit edit 3F2A81C0 --date 2026-07-04T10:30:00+02:00
              photokit edit 3F2A81C0 99D1 --rating 4 --add-keyword lake
              photokit edit 3F2A81C0 --place 46.5,7.9 --caption "At the lake"
              photokit edit 3F2A81C0 --no-place --caption ""
              photokit edit 3F2A81C0 --revert-field caption --revert-field keywords
              photokit edit IMG_0042.MOV --trim 0:05..1:30
              photokit edit IMG_0042.MOV --revert
              photokit edit --where 'cameraModel == "X100V"' --date +1h --dry-run
              photokit edit --album Japan --zone Asia/Tokyo
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments

    @OptionGroup var dry: DryRunOption

    // A shift to an earlier time begins with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The date and time, such as 2026-07-04T10:30:00+02:00 or 2026-07-04T10:30 in the photo's own zone, or a shift such as +1h or -2d.",
            valueName: "date"
        ),
        transform: DateChange.init(text:)
    )
    var date: DateChange?

    // An offset west of GMT begins with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time zone, such as +02:00 or Europe/Rome; the time on the photo's clock stays.",
            valueName: "zone"
        ),
        transform: ZoneChange.init(text:)
    )
    var zone: ZoneChange?

    // A latitude of the southern hemisphere begins with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The location of the photo, in degrees.",
            valueName: "latitude,longitude"
        ),
        transform: Self.parsedPlace
    )
    var place: CLLocation?

    @Flag(help: "Remove the location.")
    var noPlace = false

    @Option(help: "The caption. An empty text removes it.")
    var caption: String?

    @Option(help: "The number of stars, 0 to 5.")
    var rating: Int?

    @Flag(name: .customLong("rejected"), help: "Reject the photos. A rating takes that back.")
    var isRejected = false

    @Option(help: ArgumentHelp("Add a keyword. May be repeated.", valueName: "word"))
    var addKeyword: [String] = []

    @Option(help: ArgumentHelp("Remove a keyword. May be repeated.", valueName: "word"))
    var removeKeyword: [String] = []

    @Flag(help: "Keep the photos without those of their files that sources lack.")
    var withoutMissingFiles = false

    @Flag(help: "With --without-missing-files: leave out files that remotes have, too.")
    var evenInRemotes = false

    @Option(
        help: ArgumentHelp(
            "Return to the value in the files: date, place, caption, keywords or rating. May be repeated.",
            valueName: "field"
        )
    )
    var revertField: [FileProperty] = []

    @Option(
        help: ArgumentHelp(
            "The part of the video to keep, such as 1.5..10 in seconds, 0:05..1:30, or 5.. for the rest.",
            valueName: "start..end"
        ),
        transform: TrimRange.init(text:)
    )
    var trim: TrimRange?

    @Flag(help: "Show the original again, without edits of its picture or movie.")
    var revert = false

    var isDryRun: Bool { dry.dryRun }

    func validate() throws {
        if zone != nil, date?.hasZone == true {
            throw ValidationError(
                "The date has a zone of its own. Leave out --zone, or the zone of --date."
            )
        }
        for word in addKeyword + removeKeyword {
            try TitleText.checkText(word, subject: "A keyword")
        }
        if let rating, !(0...5).contains(rating) {
            throw ValidationError("The rating must be from 0 to 5.")
        }
        if evenInRemotes, !withoutMissingFiles {
            throw ValidationError(
                "--even-in-remotes can only be combined with --without-missing-files."
            )
        }
        if trim != nil, revert {
            throw ValidationError("--trim and --revert exclude each other.")
        }
        if trim != nil {
            let names = assets.choice.identifiers
            guard names.count == 1, names != ["-"] else {
                throw ValidationError("Name the one video that --trim is for.")
            }
        }
        if place != nil, noPlace {
            throw ValidationError("--place and --no-place exclude each other.")
        }
        let isEmpty =
            date == nil && zone == nil && place == nil && !noPlace && caption == nil
            && rating == nil && !isRejected
            && addKeyword.isEmpty && removeKeyword.isEmpty && revertField.isEmpty
            && !withoutMissingFiles && trim == nil && !revert
        if isEmpty {
            throw ValidationError(
                "Name at least one change, such as --caption. \"photokit help edit\" lists them."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        var newOriginals: [String] = []
        let rendering = try await trimmedVideo(in: library)
        try changeAssets(
            assets,
            in: library,
            done: "changed",
            remark: changeRemark,
            prepare: { assets in
                try checkAssets(assets)
                newOriginals = withoutMissingFiles ? assets.compactMap(newOriginal) : []
            },
            change: { asset, request in
                applyChanges(to: asset, with: request)
                if let rendering { request.contentEditingOutput = rendering.output }
            }
        )
        guard !isDryRun, !edit.output.json else { return }
        for sentence in newOriginals {
            Output.shared.writeSentence(Table.printableText("\(sentence)."))
        }
    }

    /// Makes the movie of the trimmed video; nil without `--trim`, and in a dry run.
    private func trimmedVideo(in library: PHPhotoLibrary) async throws -> VideoTrim.Rendering? {
        guard let trim else { return nil }
        let chosen = try assets.choice.chosenAssets(in: library, names: .present)
        guard let video = chosen.first, video.mediaType == .video else {
            throw CommandFailure(.usage, "Only videos can be trimmed. Nothing was changed.")
        }
        guard !isDryRun else { return nil }
        do {
            return try await trim.trim.rendering(of: video)
        } catch let error as AVError {
            let status: ExitStatus =
                switch error.code {
                case .diskFull: .volume
                case .decoderNotFound, .encoderNotFound: .mediaWorker
                default: .refused
                }
            throw CommandFailure(status, "\(error.localizedDescription) Nothing was changed.")
        }
    }

    /// Says which file becomes the original without the missing files; nil if the original stays.
    private func newOriginal(of asset: PHAsset) -> String? {
        switch asset.originalWithoutMissingFiles {
        case .same: nil
        case .other(let resource):
            "\(resource.originalFilename) becomes the original of \(Wording.shortIdentifier(asset.localIdentifier))"
        case .none:
            "no picture or movie of \(Wording.shortIdentifier(asset.localIdentifier)) is left to go on with"
        }
    }

    private func checkAssets(_ assets: [PHAsset]) throws {
        try checkDates(assets)
        try checkMissingFiles(assets)
    }

    /// Throws if files are to be left out, and none is missing, or a remote has one that the person may want.
    private func checkMissingFiles(_ assets: [PHAsset]) throws {
        guard withoutMissingFiles, !assets.isEmpty else { return }
        let missing = assets.flatMap(Self.missingFiles)
        guard !missing.isEmpty else {
            throw CommandFailure(
                .usage,
                "No file of \(assets.count == 1 ? "the photo" : "these photos") is missing, as far as the last sweep saw. \"photokit source sweep\" looks again. Nothing was changed."
            )
        }
        let stored = missing.filter(\.isInRemote).map(\.originalFilename)
        guard !stored.isEmpty, !evenInRemotes else { return }
        let them = Wording.them(stored.count)
        let copies = stored.count == 1 ? "its copy" : "the copies"
        throw CommandFailure(
            .refused,
            Table.printableText(
                "\(stored.count == 1 ? "A remote has" : "Remotes have") \(Wording.nameList(stored)): \"photokit remote fetch\" brings \(them) back. Nothing was changed. If you do not want \(them) any more, add --even-in-remotes: a sync removes \(copies) after 30 days."
            )
        )
    }

    /// Returns the files of a photo that sources lack.
    private static func missingFiles(of asset: PHAsset) -> [PHAssetResource] {
        PHAssetResource.assetResources(for: asset).filter(\.isMissingFromSource)
    }

    /// Throws if a date is to be shifted that a photo does not have, or if a date leaves the calendar.
    private func checkDates(_ assets: [PHAsset]) throws {
        guard date != nil || zone != nil else { return }
        for asset in assets {
            let time = PhotoTime(date: asset.creationDate, zone: asset.timeZoneOffset)
            guard time.changedTime(by: date, zone: zone) == nil else { continue }
            throw CommandFailure(
                .usage,
                "\(Wording.shortIdentifier(asset.localIdentifier)) has no date that can be changed in this way. Set one with --date, such as 2026-07-04T10:30. Nothing was changed."
            )
        }
    }

    /// Returns the date of a photo before and after the change; nil if the change concerns no date.
    private func newDate(of asset: PHAsset) -> String? {
        guard date != nil || zone != nil else { return nil }
        let before = PhotoTime(date: asset.creationDate, zone: asset.timeZoneOffset)
        return before.changedTime(by: date, zone: zone).map { "\(before.words) -> \($0.words)" }
    }

    /// Returns what a dry run says of the changes of a photo.
    private func changeRemark(about asset: PHAsset) -> String? {
        var parts = [newDate(of: asset)].compactMap(\.self)
        let metadata = asset.extendedMetadata
        if let place {
            parts.append("place: \(Self.placeText(asset.location)) -> \(Self.placeText(place))")
        }
        if noPlace { parts.append("place: \(Self.placeText(asset.location)) -> none") }
        if let caption {
            parts.append(
                "caption: \(Self.captionText(metadata.caption)) -> \(Self.captionText(caption))"
            )
        }
        if isRejected || rating != nil {
            let new = rating.map { "\($0)" } ?? "rejected"
            let old = asset.isRejected ? "rejected" : "\(asset.rating.rawValue)"
            parts.append("rating: \(old) -> \(new)")
        }
        let added = addKeyword.filter { !metadata.keywords.contains($0) }
        let removed = removeKeyword.filter { metadata.keywords.contains($0) }
        for (verb, words) in [("added", added), ("removed", removed)] where !words.isEmpty {
            parts.append(
                "\(words.count == 1 ? "keyword" : "keywords") to be \(verb): \(words.joined(separator: ", "))"
            )
        }
        if !revertField.isEmpty {
            let fields = revertField.map(\.rawValue).joined(separator: ", ")
            parts.append("back to what the files say: \(fields)")
        }
        if let trim { parts.append(trim.words) }
        if revert { parts.append(asset.hasAdjustments ? "back to the original" : "has no edit") }
        if withoutMissingFiles {
            let names = Self.missingFiles(of: asset).map(\.originalFilename)
            if !names.isEmpty {
                parts.append("without \(names.joined(separator: ", "))")
                if let original = newOriginal(of: asset) { parts.append(original) }
            }
        }
        return parts.isEmpty ? "nothing to change" : parts.joined(separator: "; ")
    }

    private static func captionText(_ text: String?) -> String {
        text.flatMap { $0.isEmpty ? nil : "\"\($0)\"" } ?? "none"
    }

    private static func placeText(_ place: CLLocation?) -> String {
        place.map {
            String(format: "%.6f, %.6f", $0.coordinate.latitude, $0.coordinate.longitude)
        } ?? "none"
    }

    private func applyChanges(to asset: PHAsset, with request: PHAssetChangeRequest) {
        if !revertField.isEmpty { request.revertToFile(Set(revertField)) }
        if revert { request.revertAssetContentToOriginal() }
        if withoutMissingFiles { request.leaveOutMissingFiles(evenInRemotes: evenInRemotes) }
        let time = PhotoTime(date: asset.creationDate, zone: asset.timeZoneOffset)
        if date != nil || zone != nil, let new = time.changedTime(by: date, zone: zone) {
            request.creationDate = new.date
            // An unknown or assumed zone stays one, unless the person named a zone.
            if zone != nil || date?.hasZone == true { request.setTimeZoneOffset(new.zone) }
        }
        if let place { request.location = place }
        if noPlace { request.location = nil }
        if let caption { request.caption = caption }
        if isRejected { request.setRejected(true) }
        if let rating { request.rating = PHAsset.Rating(rawValue: rating) ?? .unset }
        for word in addKeyword { request.addKeyword(word) }
        for word in removeKeyword { request.removeKeyword(word) }
    }

    private static func parsedPlace(_ text: String) throws -> CLLocation {
        // A part that is no number must not vanish: "47,8 13,0" has decimal commas, and is no 47,0.
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 2, parts.count == 2,
            CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(numbers[0], numbers[1]))
        else {
            throw ValidationError(
                "\"\(text)\" is not a location. Write latitude and longitude in degrees with decimal points, like 46.5,7.9."
            )
        }
        return CLLocation(latitude: numbers[0], longitude: numbers[1])
    }
}
