import Foundation
import PhotosBase
package import PhotosSearch

/// Translates searches into conditions of the engine.
package struct SearchTranslation {
    /// The rows of assets in sources that cannot be reached, for the word `offline`.
    package var unreachable: Set<Int64> = []
    /// Whether the library has a table of places, so that words are searched in names of places, too.
    package var hasPlaces = false
    /// The subjects in whose texts words are not searched.
    package var withheld: Set<SearchSubject> = []
    /// The zone whose days count for dates of additions.
    var timeZone = TimeZone.current

    package init() {}

    private static let secondsOfDay = 86_400.0

    package func condition(_ term: SearchTerm) -> Condition {
        switch term {
        case .all(let parts): .all(parts.map(condition))
        case .any(let parts): .any(parts.map(condition))
        case .not(let part): .not(condition(part))
        case .words(let words): .words(WordCondition(words.pattern, in: searchedFields(of: words)))
        case .period(let period): Self.condition(period)
        case .occasion(let occasion): Self.condition(occasion)
        case .added(let period): additionCondition(in: period)
        case .kind(let kind): condition(kind)
        case .measure(let measure): Self.condition(measure)
        case .area(let area): Self.condition(area)
        }
    }

    private func searchedFields(of words: SearchWords) -> Set<Field> {
        guard words.place == nil else { return words.fields }
        var fields = words.fields
        if hasPlaces { fields.insert(.related(.places)) }
        for subject in withheld { fields.subtract(Self.textFields(of: subject)) }
        return fields
    }

    /// Returns the fields with the texts of a subject, of those that words are searched in.
    private static func textFields(of subject: SearchSubject) -> Set<Field> {
        switch subject {
        case .places: [.related(.places), .related(.statedPlaces)]
        case .persons: [.related(.persons)]
        case .captions: [.asset(.caption), .related(.titles)]
        case .keywords: [.asset(.keywords)]
        case .filenames: [.asset(.filename)]
        case .favorites: []
        }
    }

    // MARK: Dates

    /// Returns the condition that an asset was taken in a period on the camera's clock.
    ///
    /// The creation date alone, which has an index, lies at most a day beside the period. The zone is compared only where the
    /// creation date is within a day of an end of the period.
    static func condition(_ period: SearchPeriod) -> Condition {
        func seconds(_ day: Int) -> Double {
            Double(day) * secondsOfDay - Date.timeIntervalBetween1970AndReferenceDate
        }
        var (possible, certain, exact): ([Condition], [Condition], [Condition]) = ([], [], [])
        let date = Field.asset(.creationDate)
        if let first = period.first {
            let start = seconds(first.number)
            possible.append(.field(date, .greaterOrEqual, .real(start - secondsOfDay)))
            certain.append(.field(date, .greaterOrEqual, .real(start + secondsOfDay)))
            exact.append(.field(.localDate, .greaterOrEqual, .real(start)))
        }
        if let last = period.last {
            let end = seconds(last.number + 1)
            possible.append(.field(date, .less, .real(end + secondsOfDay)))
            certain.append(.field(date, .less, .real(end - secondsOfDay)))
            exact.append(.field(.localDate, .less, .real(end)))
        }
        if possible.isEmpty { return .field(date, .notEqual, .null) }
        return .all(possible + [.any([.all(certain), .all(exact)])])
    }

    /// Returns the condition that an asset was added in a period, whose days are those of this process's time zone.
    private func additionCondition(in period: SearchPeriod) -> Condition {
        func moment(_ day: Int) -> FieldValue {
            let local =
                Double(day) * Self.secondsOfDay - Date.timeIntervalBetween1970AndReferenceDate
            let date = Date(timeIntervalSinceReferenceDate: local)
            let guess = date - Double(timeZone.secondsFromGMT(for: date))
            return .real(local - Double(timeZone.secondsFromGMT(for: guess)))
        }
        var parts: [Condition] = []
        let date = Field.asset(.addedDate)
        if let first = period.first {
            parts.append(.field(date, .greaterOrEqual, moment(first.number)))
        }
        if let last = period.last { parts.append(.field(date, .less, moment(last.number + 1))) }
        return parts.isEmpty ? .field(date, .notEqual, .null) : .all(parts)
    }

    // MARK: Kinds

    private func condition(_ kind: SearchKind) -> Condition {
        switch kind {
        case .photo: .code(AssetMediaType.image, in: .mediaType)
        case .video: .code(AssetMediaType.video, in: .mediaType)
        case .live: Self.smartAlbumCondition(.livePhotos)
        case .raw: Self.smartAlbumCondition(.raw)
        case .screenshot: Self.smartAlbumCondition(.screenshots)
        case .screenRecording: Self.smartAlbumCondition(.screenRecordings)
        case .panorama: Self.smartAlbumCondition(.panoramas)
        case .portrait: Self.smartAlbumCondition(.depthEffect)
        case .selfie: Self.smartAlbumCondition(.selfPortraits)
        case .burst: Self.smartAlbumCondition(.bursts)
        case .slowMotion: Self.smartAlbumCondition(.slomoVideos)
        case .timelapse: Self.smartAlbumCondition(.timelapses)
        case .animated: Self.smartAlbumCondition(.animated)
        case .longExposure: Self.smartAlbumCondition(.longExposures)
        case .cinematic: Self.smartAlbumCondition(.cinematic)
        case .spatial: Self.smartAlbumCondition(.spatial)
        case .favorite: .field(.asset(.isFavorite), .equal, .integer(1))
        case .hidden: .field(.asset(.isHidden), .equal, .integer(1))
        case .offline: offline
        case .edited:
            .field(.asset(.adjustmentsState), .notEqual, AdjustmentsState.unedited.fieldValue)
        case .located: .field(.asset(.latitude), .notEqual, .null)
        case .dated: .field(.asset(.creationDate), .notEqual, .null)
        case .captioned:
            .all([
                .field(.asset(.caption), .notEqual, .null),
                .field(.asset(.caption), .notEqual, .text("")),
            ])
        case .titled:
            .any([
                condition(.captioned), .field(.related(.title), .notEqual, .null),
                .field(.related(.headline), .notEqual, .null),
            ])
        case .rejected: .field(.asset(.isRejected), .equal, .integer(1))
        case .tagged: .field(.asset(.keywords), .notEqual, .null)
        case .inAlbum: .field(.related(.isInAlbum), .equal, .integer(1))
        case .upright: Self.shapeCondition(.less)
        case .wide: Self.shapeCondition(.greater)
        case .square: Self.shapeCondition(.equal)
        }
    }

    private var offline: Condition {
        let isMissing = Condition.bits(of: .asset(.traits), mask: AssetTraits.offline.rawValue)
        if unreachable.isEmpty { return isMissing }
        let rows = ValueSet(unreachable.map { .integer($0) })
        return .any([isMissing, .membership(.field(.rowID), rows)])
    }

    private static func smartAlbumCondition(_ album: SmartAlbum) -> Condition {
        // The date decides only about Recently Saved.
        album.condition(now: Date(timeIntervalSinceReferenceDate: 0))
    }

    private static func shapeCondition(_ relation: Condition.Operator) -> Condition {
        .all([
            .comparison(.field(.asset(.pixelWidth)), relation, .field(.asset(.pixelHeight)), []),
            .field(.asset(.pixelWidth), .greater, .integer(0)),
        ])
    }

    // MARK: Numbers

    private static func condition(_ measure: SearchMeasure) -> Condition {
        let (field, factor): (Field, Double) =
            switch measure.quantity {
            case .size: (.related(.byteCount), 1)
            case .duration: (.asset(.duration), 1)
            case .aperture: (.related(.aperture), 1)
            case .iso: (.related(.iso), 1)
            case .focalLength: (.related(.focalLength), 1)
            case .exposure: (.related(.exposureTime), 1)
            case .megapixels: (.pixelCount, 1e6)
            case .width: (.asset(.pixelWidth), 1)
            case .height: (.asset(.pixelHeight), 1)
            case .rating: (.asset(.rating), 1)
            }
        let low = FieldValue.real((measure.value - measure.tolerance) * factor)
        let high = FieldValue.real((measure.value + measure.tolerance) * factor)
        let condition: Condition =
            switch measure.relation {
            case .less: .field(field, .less, low)
            case .atMost: .field(field, .lessOrEqual, high)
            case .equal: .between(.field(field), .value(low), .value(high))
            case .atLeast: .field(field, .greaterOrEqual, low)
            case .greater: .field(field, .greater, high)
            }
        switch measure.quantity {
        // The duration of a photo is 0, and the size of a file that nobody could read as well.
        case .duration: return .all([.field(field, .greater, .integer(0)), condition])
        case .width, .height, .megapixels:
            return .all([.field(.asset(.pixelWidth), .greater, .integer(0)), condition])
        default: return condition
        }
    }
}

extension SearchWords {
    /// The fields of the engine whose texts are searched.
    fileprivate var fields: Set<Field> {
        switch place {
        case nil:
            [
                .asset(.caption), .asset(.keywords), .asset(.filename), .related(.camera),
                .related(.lens), .related(.persons), .related(.albumTitles), .related(.titles),
                .related(.creators), .related(.statedPlaces),
            ]
        case .caption: [.asset(.caption)]
        case .title: [.related(.titles), .asset(.caption)]
        case .creator: [.related(.creators)]
        case .keyword: [.asset(.keywords)]
        case .filename: [.asset(.filename)]
        case .album: [.related(.albumTitles)]
        case .folder: [.related(.folderTitles)]
        case .camera: [.related(.camera)]
        case .lens: [.related(.lens)]
        case .person: [.related(.persons)]
        case .place: [.related(.places), .related(.statedPlaces)]
        }
    }
}
