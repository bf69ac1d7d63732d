extension WrittenMetadata {
    /// Writes or reads all fields, in the order of the message.
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(written: &title, placeholder: "") { (coder, text) throws(MediaFileError) in
            try coder.code(&text)
        }
        try coder.code(written: &headline, placeholder: "") {
            (coder, text) throws(MediaFileError) in
            try coder.code(&text)
        }
        try coder.code(written: &creators, placeholder: []) {
            (coder, names) throws(MediaFileError) in
            try coder.code(&names)
        }
        try coder.code(written: &placeNames, placeholder: MediaFacts.PlaceNames()) {
            (coder, names) throws(MediaFileError) in
            try names.code(by: &coder)
        }
        try coder.code(written: &caption, placeholder: "") { (coder, text) throws(MediaFileError) in
            try coder.code(&text)
        }
        try coder.code(written: &keywords, placeholder: []) {
            (coder, words) throws(MediaFileError) in
            try coder.code(&words)
        }
        try coder.code(written: &hierarchicalKeywords, placeholder: []) {
            (coder, paths) throws(MediaFileError) in
            try coder.code(paths: &paths)
        }
        try coder.code(written: &rating, placeholder: 0) { (coder, number) throws(MediaFileError) in
            try coder.code(&number)
        }
        let noTime = CaptureTime(localSeconds: 0, zoneOffset: nil)
        try coder.code(written: &captureDate, placeholder: noTime) {
            (coder, time) throws(MediaFileError) in
            try coder.code(&time.localSeconds)
            try coder.code(&time.zoneOffset)
            try coder.code(&time.hasTime)
        }
        let nowhere = MediaFacts.Location(latitude: 0, longitude: 0)
        try coder.code(written: &place, placeholder: nowhere) {
            (coder, place) throws(MediaFileError) in
            try place.code(by: &coder)
        }
        try coder.code(written: &persons, placeholder: []) {
            (coder, persons) throws(MediaFileError) in
            try coder.code(&persons, placeholder: Person(name: "")) {
                (coder, person) throws(MediaFileError) in
                try person.code(by: &coder)
            }
        }
        try coder.code(&isFavorite, placeholder: false) { (coder, mark) throws(MediaFileError) in
            try coder.code(&mark)
        }
        try coder.code(&isHidden, placeholder: false) { (coder, mark) throws(MediaFileError) in
            try coder.code(&mark)
        }
        try coder.code(written: &albums, placeholder: []) { (coder, paths) throws(MediaFileError) in
            try coder.code(paths: &paths)
        }
    }
}

extension WrittenMetadata.Person {
    fileprivate mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&name)
        let nowhere = WrittenMetadata.Region(
            left: 0,
            top: 0,
            width: 0,
            height: 0,
            pictureWidth: 0,
            pictureHeight: 0
        )
        try coder.code(&region, placeholder: nowhere) { (coder, region) throws(MediaFileError) in
            try coder.code(&region.left)
            try coder.code(&region.top)
            try coder.code(&region.width)
            try coder.code(&region.height)
            try coder.code(&region.pictureWidth)
            try coder.code(&region.pictureHeight)
        }
    }
}

extension MessageCoder {
    /// Codes what shall be written of a property.
    fileprivate mutating func code<Value>(
        written: inout WrittenMetadata.Written<Value>?,
        placeholder: Value,
        by codeValue: (inout Self, inout Value) throws(MediaFileError) -> Void
    ) throws(MediaFileError) {
        var isWritten = written != nil
        try code(&isWritten)
        guard isWritten else {
            written = nil
            return
        }
        var value = written?.value
        try code(&value, placeholder: placeholder, by: codeValue)
        written = WrittenMetadata.Written(value)
    }

    fileprivate mutating func code(paths: inout [[String]]) throws(MediaFileError) {
        try code(&paths, placeholder: []) { (coder, path) throws(MediaFileError) in
            try coder.code(&path)
        }
    }
}
