package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingProgressTest {

    private static final int WIDTH = 79;

    @TempDir
    private Path directory;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Test
    void line_hasStepLossSpeedAndTime() {
        try (TrainingProgress progress = progress(0, 4)) {
            for (int step = 0; step < 4; step++) {
                progress.step(4 - step);
            }
            assertThat(progress.losses()).containsExactly(4, 3, 2, 1);
        }
        assertThat(lines.get(lines.size() - 1))
                .matches("step 4 of 4, loss 1\\.0000, [\\d,]+ tokens/s, 0:00:00 left *")
                .hasSize(WIDTH);
    }

    @Test
    void trainingThatContinues_countsWhatWasDone() {
        try (TrainingProgress progress = progress(2, 4)) {
            progress.step(1);
        }
        assertThat(lines.get(lines.size() - 1)).startsWith("step 3 of 4, loss 1.0000, ");
    }

    /** Tests have no terminal. */
    @Test
    void lineInAFile_isWrittenAnew() {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true));
        try (TrainingProgress progress = TrainingProgress.over(2, 1, "tokens")) {
            progress.step(1);
            progress.step(0.5f);
        } finally {
            System.setErr(before);
        }
        assertThat(bytes.toString().lines().toList())
                .isNotEmpty()
                .hasSizeLessThan(4)
                .last()
                .asString()
                .matches("step 2 of 2, loss 0\\.5000, .* left");
        assertThat(bytes.toString()).doesNotContain("\r");
    }

    @Test
    void curve_isAPictureOfTheLosses() throws IOException {
        Path falling = directory.resolve("falling.png");
        Path none = directory.resolve("none.png");
        try (TrainingProgress progress = progress(0, 200)) {
            progress.writeCurve(none);
            for (int step = 0; step < 200; step++) {
                progress.step(step == 100 ? Float.NaN : (float) Math.exp(-step / 50.0));
            }
            progress.writeCurve(falling);
        }
        assertThat(curve(none)).isEmpty();
        List<Integer> heights = curve(falling);
        assertThat(heights).hasSizeGreaterThan(300);
        for (int i = 1; i < heights.size(); i++) {
            assertThat(heights.get(i)).as("the curve falls").isGreaterThan(heights.get(i - 1) - 2);
        }
        assertThat(heights.get(heights.size() - 1) - heights.get(0)).isGreaterThan(200);
    }

    /**
     * Returns the distance of the curve from the top in each column of a picture that contains it: nothing else there
     * is blue.
     */
    private static List<Integer> curve(Path picture) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo(900);
        List<Integer> heights = new ArrayList<>();
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                Color color = new Color(image.getRGB(x, y));
                if (color.getBlue() > color.getRed() + 100) {
                    heights.add(y);
                    break;
                }
            }
        }
        return heights;
    }

    private TrainingProgress progress(long firstStep, long steps) {
        ProgressBarBuilder line = new ProgressBarBuilder()
                .setUpdateIntervalMillis(10)
                .setConsumer(new DelegatingProgressBarConsumer(lines::add, WIDTH));
        return TrainingProgress.shown(line, firstStep, steps, 1000, "tokens");
    }
}
