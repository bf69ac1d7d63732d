/// The name of a file that becomes the original of an asset in the place of another one.
package enum InheritedName {
    /// Returns the name of the former original with the extension of the file.
    ///
    /// - Parameters:
    ///   - original: The name of the former original.
    ///   - present: The name that the file has.
    /// - Returns: The name; nil if the present one is made of the original's, as `IMG_E1.JPG` of `IMG_1.JPG`. A file that comes back
    ///   later is recognised by such names.
    package static func name(of original: String, for present: String) -> String? {
        let (former, own) = (parts(of: original), parts(of: present))
        let stems = (former.stem.lowercased(), own.stem.lowercased())
        if stems.1.hasPrefix(stems.0) {
            let mark = stems.1.dropFirst(stems.0.count).first
            if mark.map({ !$0.isLetter && !$0.isNumber }) ?? true { return nil }
        }
        if stems.0.hasPrefix("img_"), stems.1 == "img_e\(stems.0.dropFirst(4))" { return nil }
        if former.ending.lowercased() == own.ending.lowercased() { return original }
        return FileName.kept("\(former.stem)\(own.ending)")
    }

    private static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
    }
}
