extension MovieRequest {
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&longestSide)
        try coder.code(&fragment)
        var (start, end) = (span?.lowerBound, span?.upperBound)
        try coder.code(&start)
        try coder.code(&end)
        if let start, let end, start < end {
            span = start..<end
        } else if start != nil || end != nil {
            throw MediaFileError(.damaged, "a message with an impossible part of a movie")
        }
        guard isValid else {
            throw MediaFileError(.damaged, "a message with an impossible part of a movie")
        }
    }
}

extension MadeMoviePart {
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&layout.ticks)
        try coder.code(&layout.width)
        try coder.code(&layout.height)
        try coder.code(&layout.level)
        try coder.code(&layout.soundRate)
        try coder.code(&byteCount)
    }
}
