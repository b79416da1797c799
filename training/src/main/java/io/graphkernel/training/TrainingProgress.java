package io.graphkernel.training;

import java.io.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;

/**
 * Progress of a training on the standard error stream: steps, the last loss, tokens per second, time left. On a
 * terminal, a single line is updated; elsewhere, a line is printed every ten seconds. The losses are recorded for a
 * chart.
 * <pre>{@code
 * try (TrainingProgress progress = TrainingProgress.over(steps, batch * length, "tokens")) {
 *     for (int step = 0; step < steps; step++) {
 *         progress.step(trainStep(…).get());
 *     }
 *     progress.writeCurve(Path.of("loss.png"));
 * }
 * }</pre>
 */
public final class TrainingProgress implements AutoCloseable {

    private static final int UPDATE_MILLISECONDS = 500;
    private static final int LOG_MILLISECONDS = 10_000;
    private static final int INITIAL_CAPACITY = 64;

    private final ProgressBar line;
    private final long firstStep;
    private float[] losses = new float[INITIAL_CAPACITY];
    private int count;

    private TrainingProgress(ProgressBar line, long firstStep) {
        this.line = line;
        this.firstStep = firstStep;
    }

    /**
     * Starts to show the progress of a training.
     *
     * @param steps total number of steps
     * @param perStep number of tokens or samples per step
     * @param unit their name: {@code tokens} or {@code samples}
     */
    public static TrainingProgress over(long steps, long perStep, String unit) {
        return resumed(0, steps, perStep, unit);
    }

    /**
     * Starts to show the progress of a training resumed from a checkpoint.
     *
     * @param firstStep number of completed steps
     * @param steps total number of steps including completed ones
     * @param perStep number of tokens or samples per step
     * @param unit their name: {@code tokens} or {@code samples}
     */
    public static TrainingProgress resumed(long firstStep, long steps, long perStep, String unit) {
        ProgressBarBuilder line = new ProgressBarBuilder();
        if (isTerminal()) {
            line.setUpdateIntervalMillis(UPDATE_MILLISECONDS);
        } else {
            // Lines of a file are not overwritten, so that they are less frequent and terminated.
            line.setUpdateIntervalMillis(LOG_MILLISECONDS)
                    .setConsumer(new DelegatingProgressBarConsumer(text -> System.err.println(text.stripTrailing())));
        }
        return shown(line, firstStep, steps, perStep, unit);
    }

    /** From JDK 22 on, there may be a console without a terminal, which its API reports. */
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** The builder determines the destination and the interval of the line. */
    static TrainingProgress shown(ProgressBarBuilder line, long firstStep, long steps, long perStep, String unit) {
        line.setInitialMax(steps).startsFrom(firstStep, Duration.ZERO);
        line.setRenderer((state, width) -> filled(rendered(state, perStep, unit), width));
        return new TrainingProgress(line.build(), firstStep);
    }

    /** Formatted as {@code step 120 of 1000, loss 3.1416, 2,560 tokens/s, 0:01:22 left}. */
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

    /** Overwrites the rest of a longer previous line. */
    private static String filled(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Records the completion of one more step. */
    public void step(float loss) {
        if (count == losses.length) {
            losses = Arrays.copyOf(losses, 2 * count);
        }
        losses[count++] = loss;
        line.setExtraMessage(String.format(Locale.ROOT, ", loss %.4f", loss));
        line.step();
    }

    /** Returns the losses of the steps in order. */
    public float[] losses() {
        return Arrays.copyOf(losses, count);
    }

    /**
     * Draws the losses over the steps. No display is needed.
     *
     * @param picture PNG file, replaced if it exists
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public void writeCurve(Path picture) {
        LossCurve.write(picture, firstStep, losses());
    }

    /** Terminates the line. */
    @Override
    public void close() {
        line.close();
    }
}
