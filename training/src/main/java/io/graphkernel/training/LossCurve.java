package io.graphkernel.training;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Chart of losses over steps. */
final class LossCurve {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 500;

    private LossCurve() {}

    static void write(Path picture, long firstStep, float... losses) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle("step")
                .yAxisTitle("loss")
                .build();
        chart.getStyler().setLegendVisible(false);
        // A chart needs at least one point, and no infinite one: the line connects the neighbors of an infinite
        // point.
        int[] finite = IntStream.range(0, losses.length)
                .filter(i -> Float.isFinite(losses[i]))
                .toArray();
        if (finite.length > 0) {
            double[] steps =
                    IntStream.of(finite).mapToDouble(i -> firstStep + i).toArray();
            double[] values = IntStream.of(finite).mapToDouble(i -> losses[i]).toArray();
            chart.addSeries("loss", steps, values).setMarker(SeriesMarkers.NONE);
        }
        try (OutputStream out = Files.newOutputStream(picture)) {
            BitmapEncoder.saveBitmap(chart, out, BitmapFormat.PNG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
