/// The progress of work on the bytes of files, or of photos and videos.
package struct WorkProgress: Hashable, Sendable {
    package var done = 0
    package var total = 0
    package var bytesDone: Int64 = 0
    package var bytesTotal: Int64 = 0
    /// The seconds since the work began.
    package var elapsed: Double = 0

    package init() {}

    /// The bytes per second; nil until enough has been done to estimate it.
    var bytesPerSecond: Double? {
        elapsed > 0.2 && bytesDone > 0 ? Double(bytesDone) / elapsed : nil
    }

    /// The estimated remaining seconds at the rate so far; nil until enough has been done to estimate them.
    var secondsLeft: Double? {
        bytesPerSecond.map { Double(max(0, bytesTotal - bytesDone)) / $0 }
    }

    /// Writes an event; `unit` names what is counted.
    func encode(to encoder: any Encoder, unit: MemberName) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(event: "progress")
        try members.encode(done, forKey: unit)
        try members.encode(total, forKey: "of")
        try members.encode(bytesDone, forKey: "bytes")
        try members.encode(bytesTotal, forKey: "ofBytes")
        try members.encode(elapsed, forKey: "seconds")
        try members.encode(bytesPerSecond, forKey: "bytesPerSecond")
        try members.encode(secondsLeft, forKey: "secondsLeft")
    }

    init(from decoder: any Decoder, unit: MemberName) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.checkEvent(is: "progress")
        done = try members.amount(unit)
        total = try members.amount("of")
        bytesDone = try members.amount("bytes")
        bytesTotal = try members.amount("ofBytes")
        elapsed = try members.value("seconds")
    }
}
