package io.graphkernel.training;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;

/**
 * Shows how a training goes on, in a line on the standard error stream: steps, the last loss, tokens per second, time left. It keeps
 * the losses, for a curve at the end.
 *
 * <pre>{@code
 * try (Progress progress = Progress.over(steps, batch * length, "tokens")) {
 *     for (int step = 0; step < steps; step++) {
 *         progress.step(trainStep(…).get());
 *     }
 *     progress.writeCurve(Path.of("loss.png"));
 * }
 * }</pre>
 */
public final class Progress implements AutoCloseable {

    private static final int UPDATE_MILLISECONDS = 500;
    private static final int INITIAL_CAPACITY = 64;

    private final ProgressBar line;
    private final long firstStep;
    private float[] losses = new float[INITIAL_CAPACITY];
    private int count;

    private Progress(ProgressBar line, long firstStep) {
        this.line = line;
        this.firstStep = firstStep;
    }

    /**
     * Begins to show the progress of a training.
     *
     * @param steps how many there will be
     * @param perStep how many tokens, or samples, each step has
     * @param unit their name: {@code tokens} or {@code samples}
     */
    public static Progress over(long steps, long perStep, String unit) {
        return resumed(0, steps, perStep, unit);
    }

    /**
     * Begins to show the progress of a training that goes on from a checkpoint.
     *
     * @param firstStep how many steps are done
     * @param steps how many there will be, with those that are done
     * @param perStep how many tokens, or samples, each step has
     * @param unit their name: {@code tokens} or {@code samples}
     */
    public static Progress resumed(long firstStep, long steps, long perStep, String unit) {
        ProgressBarBuilder line = new ProgressBarBuilder().setUpdateIntervalMillis(UPDATE_MILLISECONDS);
        return shown(line, firstStep, steps, perStep, unit);
    }

    /** Where and how often the line is written is the builder's. */
    static Progress shown(ProgressBarBuilder line, long firstStep, long steps, long perStep, String unit) {
        line.setInitialMax(steps).startsFrom(firstStep, Duration.ZERO);
        line.setRenderer((state, width) -> filled(rendered(state, perStep, unit), width));
        return new Progress(line.build(), firstStep);
    }

    /** Such as {@code step 120 of 1000, loss 3.1416, 2,560 tokens/s, 0:01:22 left}. */
    private static String rendered(ProgressState state, long perStep, String unit) {
        String steps = "step " + state.getCurrent() + " of " + state.getMax() + state.getExtraMessage();
        long done = state.getCurrent() - state.getStart();
        if (done == 0) {
            return steps;
        }
        double seconds = Math.max(state.getElapsedAfterStart().toNanos(), 1) * 1e-9;
        long left = Math.round(seconds / done * (state.getMax() - state.getCurrent()));
        return String.format(
                Locale.ROOT,
                "%s, %,.0f %s/s, %d:%02d:%02d left",
                steps,
                done * perStep / seconds,
                unit,
                left / 3600,
                left / 60 % 60,
                left % 60);
    }

    /** Nothing of a longer line before is left. */
    private static String filled(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Says that one more step is done. */
    public void step(float loss) {
        if (count == losses.length) {
            losses = Arrays.copyOf(losses, 2 * count);
        }
        losses[count++] = loss;
        line.setExtraMessage(String.format(Locale.ROOT, ", loss %.4f", loss));
        line.step();
    }

    /** The losses of the steps, in order. */
    public float[] losses() {
        return Arrays.copyOf(losses, count);
    }

    /**
     * Draws the losses over the steps. No display is needed.
     *
     * @param picture a PNG file, replaced if it exists
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public void writeCurve(Path picture) {
        LossCurve.write(picture, firstStep, losses());
    }

    /** Ends the line. */
    @Override
    public void close() {
        line.close();
    }
}
