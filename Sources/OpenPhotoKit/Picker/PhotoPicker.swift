public import Foundation

/// Lets a person pick photos in the browser, as `PHPickerViewController` does on Apple's systems.
///
/// The program `photokit-serve` shows the page, acts as the library's owner there, and carries out the picks. Picks widen what
/// the asking application sees:
///
/// | access of the application | what picks do |
/// |---|---|
/// | the owner, or authorized | nothing; the result has identifiers |
/// | limited | the picked photos join the selection |
/// | not determined | the access becomes limited, with the picked photos |
/// | denied, restricted | nothing; the result has copies of the files and no identifiers |
public struct PhotoPicker: Sendable {
    /// The photos that can be picked; nil means all.
    ///
    /// Others are not shown.
    public var filter: Filter?

    /// The most photos that can be picked; 0 means that there is no limit.
    ///
    /// The default is 1.
    public var selectionLimit = 1 {
        didSet { precondition(selectionLimit >= 0, "A selection limit is 0 or more.") }
    }

    /// Whether the page shows the order in which photos were picked.
    ///
    /// Results are always in that order.
    public var isOrdered = false

    /// Local identifiers of photos that are picked when the page opens; those that cannot be picked are ignored.
    public var preselectedIdentifiers: [String] = []

    /// The search at the start, of up to 500 bytes; empty for all photos.
    public var searchText = ""

    /// A sentence that the page shows beside the name of the program; nil shows none.
    public var prompt: String?

    /// A folder for copies of the picked files; a missing folder is made.
    ///
    /// With nil, only an application without access gets copies. The copies are then in a temporary folder, which the
    /// application removes.
    public var copiesFolder: URL?

    /// The seconds until somebody must have opened the page, from 1 to 900.
    ///
    /// The default is 300.
    public var waitingTime: TimeInterval = 300 {
        didSet {
            precondition((1...900).contains(waitingTime), "A waiting time is 1 to 900 seconds.")
        }
    }

    /// Whether the page is opened in the person's browser, with `xdg-open`.
    ///
    /// The default is true.
    public var opensBrowser = true

    /// Called once with the address of the page, on any thread, before the browser is opened.
    ///
    /// The address has a code that opens the page once, in a browser of this account. With this function a missing browser is no
    /// error, because the person can open the address.
    public var addressHandler: (@Sendable (URL) -> Void)?

    /// Called once with a code that opens the page once, on any thread, before the browser is opened.
    ///
    /// The page asks for it in a browser of another account. Show it to nobody but the person.
    public var codeHandler: (@Sendable (String) -> Void)?

    /// Makes a picker of one photo.
    public init() {}
}
