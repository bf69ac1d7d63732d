/// An album of Picasa, which is the same in all folders with its token.
package struct PicasaAlbum: Hashable, Sendable {
    package var token: String
    package var title: String

    package init(token: String, title: String) { (self.token, self.title) = (token, title) }
}
