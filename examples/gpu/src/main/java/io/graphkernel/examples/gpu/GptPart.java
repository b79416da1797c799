package io.graphkernel.examples.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Training steps of GPT-2 124M in one dtype, by GraphKernel and by PyTorch from the same weights and batches. */
final class GptPart {
    private static final String STEP = "STEP";
    /** The first steps compile, and choose algorithms. */
    private static final int WARMUP_STEPS = 5;
    /** Largest accepted relative difference of a loss, by dtype. */
    private static final Map<String, Double> MAX_LOSS_DIFFERENCE = Map.of("f32", 1e-3, "bf16", 2e-2);

    private final KitCommands commands;
    private final KitSettings settings;
    private final CheckResults results;
    private final String dtype;

    GptPart(KitCommands commands, KitSettings settings, CheckResults results, String dtype) {
        this.commands = commands;
        this.settings = settings;
        this.results = results;
        this.dtype = dtype;
    }

    /** Returns the jar of GPT-2 in a dtype. */
    static Path classes(KitCommands commands, String dtype) {
        return commands.file("gpt-" + dtype + ".jar");
    }

    /** Runs the steps of both systems; returns a remark. */
    String run(Deadline limit) throws IOException, InterruptedException {
        // The weights, half a gigabyte, are not results.
        Path exchange = Files.createTempDirectory("gpu-check");
        try {
            List<double[]> own = steps(RowTable.SYSTEM, limit.share(0.5), ownCommand(exchange));
            add(RowTable.SYSTEM, own, 0);
            try {
                commands.requirePyTorch(results.directory());
            } catch (SkippedPartException e) {
                return e.getMessage();
            }
            return compare(own, exchange, limit);
        } catch (SkippedPartException e) {
            return e.getMessage();
        } finally {
            try (var files = Files.list(exchange)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(exchange);
        }
    }

    private String compare(List<double[]> own, Path exchange, Deadline limit)
            throws IOException, InterruptedException, SkippedPartException {
        List<double[]> peer =
                steps("torch.compile", limit, commands.python("torch_gpt2.py", exchange.toString(), dtype));
        double difference = 0;
        for (int i = 0; i < Math.min(own.size(), peer.size()); i++) {
            difference = Math.max(difference, Math.abs(own.get(i)[0] / peer.get(i)[0] - 1));
        }
        add("torch.compile", peer, difference);
        if (!(difference <= MAX_LOSS_DIFFERENCE.get(dtype))) {
            throw new IOException("losses of GPT-2 in " + dtype + " differ from PyTorch's by " + difference);
        }
        return "";
    }

    private List<String> ownCommand(Path exchange) {
        return commands.javaBefore(
                classes(commands, dtype).toString(),
                "io.graphkernel.examples.gpt.StepRecorder",
                exchange.toString(),
                commands.file("text.md").toString(),
                "batch=4",
                "length=" + Math.max(8, 256 / settings.number("scale")),
                settings.argument("steps"),
                settings.argument("width"));
    }

    /** Returns loss and milliseconds of each step. */
    private List<double[]> steps(String system, Deadline limit, List<String> command)
            throws IOException, InterruptedException {
        String name = "gpt-" + dtype + "-" + system;
        PartProcess process = PartProcess.start(name, results.directory(), limit.remaining(), Map.of(), command);
        process.await();
        List<double[]> steps = new ArrayList<>();
        for (String line : process.lines()) {
            String[] cells = line.split("\t");
            if (cells[0].equals(STEP)) {
                steps.add(new double[] {Double.parseDouble(cells[1]), Double.parseDouble(cells[2])});
            }
        }
        if (steps.isEmpty()) {
            throw new IOException(name + ": " + ProcessParts.status(process));
        }
        return steps;
    }

    private void add(String system, List<double[]> steps, double difference) throws IOException {
        double[] times = steps.stream()
                .skip(Math.min(WARMUP_STEPS, steps.size() - 1))
                .mapToDouble(step -> step[1])
                .toArray();
        Arrays.sort(times);
        results.add(
                "gpt",
                "system",
                system,
                "dtype",
                dtype,
                "milliseconds",
                DeviceTimer.median(times),
                "steps",
                steps.size(),
                "firstLoss",
                steps.get(0)[0],
                "lastLoss",
                steps.get(steps.size() - 1)[0],
                "lossDifference",
                difference);
    }
}
