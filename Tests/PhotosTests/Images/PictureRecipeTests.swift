import Foundation
import Photos
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// What is made of a picture of 4000 by 3000 pixels, unless it says otherwise.
@Suite(.permit) struct PictureRecipeTests {
    private func recipe(
        _ target: CGSize,
        _ mode: PHImageContentMode = .aspectFit,
        of picture: (width: Int, height: Int) = (4000, 3000),
        _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) -> PictureRecipe {
        let options = PHImageRequestOptions()
        configure(options)
        return PictureRecipe(
            for: ImageRequestSettings(target, mode, options),
            width: picture.width,
            height: picture.height
        )
    }

    private func size(_ width: CGFloat, _ height: CGFloat) -> CGSize {
        CGSize(width: width, height: height)
    }

    private func file(
        _ size: PictureRendition.Size,
        crop: UnitRectangle? = nil
    ) -> PictureRecipe { PictureRecipe(origin: .file, crop: crop, size: size) }

    private func preview(
        _ preview: PreviewSize,
        _ size: PictureRendition.Size = .full,
        crop: UnitRectangle? = nil
    ) -> PictureRecipe { PictureRecipe(origin: .preview(preview), crop: crop, size: size) }

    @Test func `the largest size is the file, whatever else is asked for`() {
        #expect(recipe(PHImageManagerMaximumSize) == .whole)
        let cropped = recipe(PHImageManagerMaximumSize, .aspectFill) {
            $0.resizeMode = .exact
            $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        }
        #expect(cropped == .whole)
    }

    @Test func `without resizing it is the file`() {
        #expect(recipe(size(100, 100)) { $0.resizeMode = .none } == .whole)
    }

    @Test func `a stored preview serves what it is large enough for`() {
        #expect(recipe(size(256, 256)) == preview(.grid))
        #expect(recipe(size(100, 50)) == preview(.grid))
        #expect(recipe(size(192, 192), .aspectFill) == preview(.grid))
        #expect(recipe(size(1024, 1024)) == preview(.screen))
        #expect(recipe(size(768, 768), .aspectFill) == preview(.screen))
    }

    @Test func `much less than a large preview is decoded out of it`() {
        #expect(recipe(size(400, 400)) == preview(.screen, .atLeast(width: 400, height: 300)))
        #expect(
            recipe(size(256, 256), .aspectFill)
                == preview(.screen, .atLeast(width: 342, height: 256))
        )
    }

    @Test func `more than the previews have is decoded out of the file`() {
        #expect(recipe(size(2000, 2000)) == file(.atLeast(width: 2000, height: 1500)))
        #expect(
            recipe(size(1500, 1500), .aspectFill) == file(.atLeast(width: 2000, height: 1500))
        )
    }

    @Test func `fast never enlarges`() {
        #expect(recipe(size(8000, 8000)) == .whole)
        #expect(recipe(size(4000, 100), .aspectFill) == .whole)
        #expect(recipe(size(100, 100), of: (64, 48)) == .whole)
    }

    @Test func `exact has the target's size, and enlarges`() {
        let exact: (PHImageRequestOptions) -> Void = { $0.resizeMode = .exact }
        #expect(
            recipe(size(200, 200), .aspectFit, exact)
                == preview(.grid, .exactly(width: 200, height: 150))
        )
        #expect(
            recipe(size(256, 256), .aspectFit, exact)
                == preview(.screen, .exactly(width: 256, height: 192))
        )
        #expect(
            recipe(size(2000, 2000), .aspectFit, exact) == file(.exactly(width: 2000, height: 1500))
        )
        #expect(
            recipe(size(8000, 9000), .aspectFit, exact) == file(.exactly(width: 8000, height: 6000))
        )
    }

    @Test func `exact filling clips the middle`() {
        let filled = recipe(size(150, 150), .aspectFill) { $0.resizeMode = .exact }
        #expect(
            filled
                == preview(
                    .grid,
                    .exactly(width: 150, height: 150),
                    crop: UnitRectangle(x: 0.125, y: 0, width: 0.75, height: 1)
                )
        )
    }

    @Test func `a part is resized exactly, and fills or fits by itself`() {
        let part = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let unit = UnitRectangle(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        #expect(
            recipe(size(100, 100)) { $0.normalizedCropRect = part }
                == preview(.grid, .exactly(width: 100, height: 75), crop: unit)
        )
        #expect(
            recipe(size(1000, 750), .aspectFill) { $0.normalizedCropRect = part }
                == file(.exactly(width: 1000, height: 750), crop: unit)
        )
    }

    @Test func `a part outside of the picture is none, and all of it neither`() {
        for part in [
            CGRect(x: 2, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1, height: 1),
            CGRect(x: 0, y: 0, width: 0.5, height: 0),
        ] {
            #expect(recipe(size(100, 100)) { $0.normalizedCropRect = part } == preview(.grid))
        }
    }

    @Test func `sizes that are none count as one pixel, and endless ones as the file's`() {
        #expect(recipe(.zero) == preview(.grid))
        #expect(recipe(size(.nan, -3)) == preview(.grid))
        let endless = size(.greatestFiniteMagnitude, .greatestFiniteMagnitude)
        #expect(recipe(endless) == .whole)
        #expect(recipe(endless) { $0.resizeMode = .exact } == .whole)
    }

    @Test func `no image has more pixels than the worker hands out`() {
        let huge = (width: 40_000, height: 10_000)
        guard case .about(let longSide) = recipe(PHImageManagerMaximumSize, of: huge).size else {
            Issue.record("The largest image of a huge picture is all of it.")
            return
        }
        #expect(longSide == 23_170)
        #expect(
            recipe(size(16_000, 16_000), .aspectFill) { $0.resizeMode = .exact }.size == .full
        )
    }

    @Test func `a picture of unknown size is asked for by its longer side`() {
        #expect(recipe(size(100, 200), of: (0, 0)) == preview(.grid))
        #expect(recipe(size(900, 700), of: (0, 0)) == preview(.screen))
        #expect(recipe(size(1500, 700), of: (0, 0)) == file(.about(longSide: 1500)))
    }

    @Test func `every recipe is a request that the worker takes`() {
        let sides: [CGFloat] = [0, 1, 3, 100, 257, 1024, 3000, 5000, 20_000, .infinity]
        let pictures = [(1, 1), (3, 20_000), (4000, 3000), (640, 480), (0, 0)]
        for picture in pictures {
            for width in sides {
                for height in sides {
                    for mode in [PHImageContentMode.aspectFit, .aspectFill] {
                        let recipe = recipe(size(width, height), mode, of: picture) {
                            $0.resizeMode = .exact
                            $0.normalizedCropRect = CGRect(x: 0.3, y: 0.1, width: 0.7, height: 0.2)
                        }
                        #expect(recipe.crop?.isValid ?? true)
                        guard case .exactly(let width, let height) = recipe.size else { continue }
                        #expect(width >= 1 && height >= 1)
                        #expect(Double(max(width, height)) <= PictureRecipe.maximumSide)
                    }
                }
            }
        }
    }
}
