package io.graphkernel.training;

import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how a training goes on, in a line on the standard error stream: tokens, time gone and left, tokens per second, and the last
 * loss. It keeps the losses, for a curve at the end.
 *
 * <pre>{@code
 * try (Progress progress = Progress.over(steps, batch * length)) {
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
    private final long tokensPerStep;
    private float[] losses = new float[INITIAL_CAPACITY];
    private int count;

    private Progress(ProgressBarBuilder line, long firstStep, long steps, long tokensPerStep) {
        this.firstStep = firstStep;
        this.tokensPerStep = tokensPerStep;
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        this.line = line.setTaskName("training")
                .setStyle(ProgressBarStyle.ASCII)
                .setUnit(" tokens", 1)
                .showSpeed(new DecimalFormat("#,##0", symbols))
                .setInitialMax(steps * tokensPerStep)
                .startsFrom(firstStep * tokensPerStep, Duration.ZERO)
                .build();
    }

    /**
     * Begins to show the progress of a training.
     *
     * @param steps how many there will be
     * @param tokensPerStep tokens, or samples, of each step
     */
    public static Progress over(long steps, long tokensPerStep) {
        return resumed(0, steps, tokensPerStep);
    }

    /**
     * Begins to show the progress of a training that goes on from a checkpoint.
     *
     * @param firstStep how many steps are done
     * @param steps how many there will be, with those that are done
     * @param tokensPerStep tokens, or samples, of each step
     */
    public static Progress resumed(long firstStep, long steps, long tokensPerStep) {
        ProgressBarBuilder line = new ProgressBarBuilder().setUpdateIntervalMillis(UPDATE_MILLISECONDS);
        return shown(line, firstStep, steps, tokensPerStep);
    }

    /** Where and how often the line is written is the builder's. */
    static Progress shown(ProgressBarBuilder line, long firstStep, long steps, long tokensPerStep) {
        return new Progress(line, firstStep, steps, tokensPerStep);
    }

    /** Says that one more step is done. */
    public void step(float loss) {
        if (count == losses.length) {
            losses = Arrays.copyOf(losses, 2 * count);
        }
        losses[count++] = loss;
        line.setExtraMessage(String.format(Locale.ROOT, ", loss %.4f", loss));
        line.stepBy(tokensPerStep);
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

    /** Ends the line. Closing twice is allowed. */
    @Override
    public void close() {
        line.close();
    }
}
