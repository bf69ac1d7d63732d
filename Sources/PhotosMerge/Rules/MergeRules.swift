/// The rules by which registers of several libraries become one state.
///
/// The rules are methods in extensions, each beside the values that it is about. A value of this type has nothing to set in the
/// product. Tests plant one wrong variant, and show that it is found.
package struct MergeRules: Sendable {
    private var variants: UInt64 = 0

    package init() {}

    /// Creates rules of which one is wrong, for a test.
    package init(wrong variant: RuleVariant) { variants = 1 << UInt64(variant.rawValue) }

    /// Returns whether a variant is planted.
    package func has(_ variant: RuleVariant) -> Bool {
        variants != 0 && variants & 1 << UInt64(variant.rawValue) != 0
    }
}
