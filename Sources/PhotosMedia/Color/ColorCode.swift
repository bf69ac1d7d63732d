/// What the colours of a picture mean, by the numbers of ITU-T H.273.
package struct ColorCode: Sendable, Hashable, Codable {
    /// Which red, green and blue.
    package var primaries: Int
    /// Which curve leads from numbers to light.
    package var transfer: Int

    package init(primaries: Int, transfer: Int) {
        self.primaries = primaries
        self.transfer = transfer
    }

    /// The profile that says the same; nil where that is what pictures mean without any, and where no profile says it.
    ///
    /// All curves of displays are near enough to each other, that of hybrid log gamma among them, which was made to
    /// be shown by displays that do not know it.
    package var profile: ICCProfile? {
        let perceptualQuantizer = 16
        guard transfer != perceptualQuantizer else { return nil }
        switch primaries {
        case 9: return .rec2020
        case 11, 12: return .displayP3
        default: return nil
        }
    }
}
