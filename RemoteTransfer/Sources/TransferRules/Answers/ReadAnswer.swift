/// The meaning of the head of an answer to a `GET`, for a reading that is under way.
package enum ReadAnswer: Hashable, Sendable {
    /// The body continues at the position that was asked for.
    case continues
    /// The body is the whole object, from its first byte.
    case beginsAnew
    /// The object has changed since the first part was read, so that reading begins anew with another request.
    case changed
    /// The object, or its stated range, has another length than the request states.
    case otherLength
    /// The server does not send ranges.
    case noRanges
    /// The answer is none of the service.
    case foreign

    /// Judges a head with the status 200 or 206.
    ///
    /// - Parameters:
    ///   - head: Status and headers of the answer.
    ///   - wanted: The bytes that were asked for.
    ///   - total: The object's length as the request states it; nil where it states none.
    ///   - tag: The tag of the version that was read before; nil at first.
    ///   - isRangeAlone: Whether the range alone is wanted, not the rest of a whole object.
    package init(
        _ head: AnswerHead,
        wanted: Range<Int64>,
        total: Int64?,
        tag: String?,
        isRangeAlone: Bool
    ) {
        switch head.status {
        case 206:
            guard let range = head["content-range"].flatMap(ContentRange.init) else {
                self = .foreign
                return
            }
            if let tag, let other = head.strongTag, other != tag {
                self = .changed
            } else if let total, let stated = range.total, stated != total {
                self = .otherLength
            } else if range.first != wanted.lowerBound {
                self = .foreign
            } else if range.last != wanted.upperBound - 1 {
                self = .otherLength
            } else if let length = head.length, length != wanted.upperBound - wanted.lowerBound {
                self = .foreign
            } else {
                self = .continues
            }
        case 200:
            if isRangeAlone {
                self =
                    wanted.lowerBound == 0 && head.length == wanted.upperBound
                    ? .continues : .noRanges
            } else if let length = head.length, let total, length != total {
                self = .otherLength
            } else {
                self = wanted.lowerBound == 0 ? .continues : .beginsAnew
            }
        default: self = .foreign
        }
    }
}
