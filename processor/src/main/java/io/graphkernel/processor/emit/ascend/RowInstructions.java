package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints the instructions of kernels over rows, by the shapes of what they read and give. */
final class RowInstructions {

    private final CodeWriter code;
    private final RowKernel kernel;
    private final InstructionPrinter plain;

    RowInstructions(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.plain = new InstructionPrinter(code);
    }

    /** What the tensor of a place is called; loads and stores are those of a section. */
    String name(Place place, Optional<Section> section) {
        return switch (place.region()) {
            case LOADED -> name("l", section.orElseThrow().loads(), place);
            case STORED -> name("s", section.orElseThrow().stores(), place);
            case SHARED -> name("h", kernel.shared(), place);
            case TEMPORARY -> name(place) + ofRows(place);
            case MASK -> "is_" + name(place.index(), place.shape());
            case WIDE -> "wide_" + name(place);
            case CONSTANT -> throw new IllegalStateException("rows have no " + place);
        };
    }

    /** Of what is copied, or of its bits as numbers of another dtype. */
    private static String name(String letter, List<Transfer> transfers, Place place) {
        Transfer transfer = transfers.get(place.index());
        String name = letter + transfer.name().substring(1);
        return place.dtype() == transfer.dtype() ? name : name + "_" + place.dtype();
    }

    /** Where what is known of all rows of a block has that of the rows of a tile. */
    private String ofRows(Place place) {
        return kernel.hasBlocksInParts() && place.shape() == TileShape.COLUMN ? "[at]" : "";
    }

    /** The name that a place of values between instructions, or of a mask, is declared with. */
    String declared(Place place) {
        return place.region() == Region.TEMPORARY ? name(place) : name(place, Optional.empty());
    }

    private static String name(Place place) {
        return name(place.index(), place.shape()) + (place.dtype() == DType.F32 ? "" : "_" + place.dtype());
    }

    private static String name(int index, TileShape shape) {
        String letter = switch (shape) {
            case TILE -> "t";
            case LANES -> "lane";
            case COLUMN -> "row";
            case UNIFORM -> "all";
            case SINGLE -> "one";
            case BLOCKS -> "block";
            case PARTS -> "part";
            case TOTAL -> "total";
            case BLOCK -> "eight";
            case VARYING -> throw new IllegalStateException("no place is of " + shape);
        };
        return letter + index;
    }

    /** Prints instructions, with the barriers that they need; what is loaded and stored is that of a section. */
    void print(List<Instruction> instructions, VectorOrder order, Optional<Section> section) {
        for (Instruction instruction : instructions) {
            if (order.mustWait(instruction)) {
                code.line("AscendC::PipeBarrier<PIPE_V>();");
            }
            print(instruction, section);
        }
    }

    private void print(Instruction instruction, Optional<Section> section) {
        Place target = instruction.target();
        List<Place> sources = instruction.sources();
        String rows = target.shape() == TileShape.TILE ? "rows" : "1";
        if (instruction.operation().isScan()) {
            scan(instruction, section);
        } else if (instruction.operation() == Operation.ARRANGE) {
            MovementPrinter moved = new MovementPrinter(
                    section.orElseThrow().loads().get(sources.get(0).index()));
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            sources.forEach(source -> operands.add(name(source, section)));
            operands.addAll(moved.places());
            plain.call(moved.arranging(), operands, instruction);
        } else if (instruction.operation() == Operation.COUNT) {
            Expression.Call position = (Expression.Call) instruction.number().orElseThrow();
            List<String> numbers =
                    position.arguments().stream().map(AscendTypes::whole).toList();
            StringBuilder first = new StringBuilder(numbers.get(0));
            List<String> strides = numbers.subList(2, numbers.size());
            for (int i = 0; i < strides.size(); i++) {
                String index = strides.size() == 1 ? "row" : Indices.of(i).name();
                first.append(" + ")
                        .append(index)
                        .append(" * (")
                        .append(strides.get(i))
                        .append(")");
            }
            if (target.shape() == TileShape.LANES) {
                first.append(" + lane * (").append(numbers.get(1)).append(")");
            }
            plain.call(
                    "gk_count",
                    List.of(name(target, section), first.toString(), numbers.get(1), count(target.shape())),
                    instruction);
        } else if (instruction.operation() == Operation.CLEAR) {
            Transfer slices = section.orElseThrow().loads().get(target.index());
            MovementPrinter moved = new MovementPrinter(slices);
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            operands.addAll(moved.slices(MovementPrinter.index(slices, () -> name(sources.get(0), section))));
            plain.call(moved.clearing(), operands, instruction);
        } else if (instruction.operation() == Operation.SEPARATE) {
            call(instruction, section, "gk_separate", count(target.shape()));
        } else if (instruction.operation() == Operation.REPEAT) {
            boolean single = sources.get(0).shape() == TileShape.SINGLE;
            call(instruction, section, "AscendC::Brcb", single ? "1" : "(rows + 7) / 8", "{1, 8}");
        } else if (target.shape() == TileShape.PARTS && !sources.isEmpty()) {
            call(instruction, section, RowFunctions.folding(instruction.operation()), "rows", "lanes", "pitch");
        } else if (target.shape() == TileShape.LANES && sources.contains(target)) {
            call(instruction, section, RowFunctions.reducingColumns(instruction.operation()), "rows", "pitch");
        } else if (target.shape() == TileShape.TOTAL && sources.contains(target)) {
            call(instruction, section, RowFunctions.reducingAll(instruction.operation()), "rows", "lanes", "pitch");
        } else if (isTotal(sources) && target.shape() == TileShape.BLOCK) {
            call(instruction, section, RowFunctions.halving(instruction.operation()));
        } else if (isTotal(sources) || target.shape() == TileShape.COLUMN && isReduced(sources)) {
            reduce(instruction, section);
        } else if (instruction.operation() == Operation.SPREAD) {
            boolean all = target.shape() == TileShape.UNIFORM;
            String size = all ? RowMemory.COLUMN / RowMemory.LANES + ", " + RowMemory.LANES : rows + ", pitch";
            call(instruction, section, "gk_spread", all ? "{0, 0, 0}" : steps(sources.get(0)), size);
        } else if (isRepeating(instruction)) {
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            for (Place source : sources) {
                operands.add(name(source, section));
                operands.add(steps(source));
            }
            operands.add(rows);
            operands.add("pitch");
            plain.call(RowFunctions.repeating(instruction.operation()), operands, instruction);
        } else {
            plain.print(instruction, place -> name(place, section), count(target.shape()));
        }
    }

    /** Into one element, or one of each row. */
    private void reduce(Instruction instruction, Optional<Section> section) {
        Operation operation = instruction.operation();
        List<Place> sources = instruction.sources();
        String rows = isTotal(sources) ? "1" : "rows";
        boolean isOne = operation.reducesRows(instruction.target().dtype());
        boolean joins = sources.size() == (isOne ? 1 : 3);
        List<String> operands = new ArrayList<>(List.of(name(instruction.target(), section)));
        if (!joins) {
            operands.add(name(sources.get(1), section));
        }
        operands.add(name(sources.get(0), section));
        sources.subList(joins ? 1 : 2, sources.size()).forEach(room -> operands.add(name(room, section)));
        if (joins) {
            operands.add(isOne ? "64, " + rows + ", 64" : rows);
            plain.call(
                    isOne ? RowFunctions.joining(operation) : RowFunctions.gathering(operation), operands, instruction);
            return;
        }
        Expression identity = instruction.number().orElseThrow();
        operands.add(AscendTypes.number(identity, instruction.target().dtype()));
        operands.add("rows, lanes, pitch");
        plain.call(
                isOne ? RowFunctions.reducing(operation) : RowFunctions.reducingGathered(operation),
                operands,
                instruction);
    }

    private void scan(Instruction instruction, Optional<Section> section) {
        boolean isOfLanes = instruction.sources().get(1).shape() == TileShape.BLOCKS;
        List<String> operands = new ArrayList<>(List.of(name(instruction.target(), section)));
        instruction.sources().forEach(source -> operands.add(name(source, section)));
        operands.add(isOfLanes ? "rows, lanes, pitch" : "rows, pitch");
        operands.add(String.valueOf(isOne(instruction.number().orElseThrow())));
        operands.add(String.valueOf(kernel.isReversed()));
        Operation operation = instruction.operation();
        plain.call(
                isOfLanes ? ScanFunctions.ofLanes(operation) : ScanFunctions.ofRows(operation), operands, instruction);
    }

    private static boolean isOne(Expression number) {
        return ((Expression.Constant) number).node().attributes().number().intValue() == 1;
    }

    private static boolean isTotal(List<Place> sources) {
        return !sources.isEmpty() && sources.get(0).shape() == TileShape.TOTAL;
    }

    private static boolean isReduced(List<Place> sources) {
        return !sources.isEmpty() && sources.get(0).shape() == TileShape.PARTS;
    }

    /** Whether an operand is read again for several rows or lanes. */
    private static boolean isRepeating(Instruction instruction) {
        TileShape shape = instruction.target().shape();
        boolean isVector = shape == TileShape.COLUMN || shape == TileShape.SINGLE;
        return !isVector && instruction.sources().stream().anyMatch(source -> source.shape() != shape);
    }

    /** How an operand of a tile moves. */
    private static String steps(Place place) {
        return switch (place.shape()) {
            case TILE -> "{1, pitch, 64}";
            case LANES -> "{1, 0, 64}";
            case BLOCKS -> "{0, 8, 0}";
            case UNIFORM -> "{1, 0, 0}";
            default -> throw new IllegalStateException("no operand of a tile is " + place);
        };
    }

    private static String count(TileShape shape) {
        return switch (shape) {
            case TILE -> "count";
            case LANES -> "pitch";
            case COLUMN -> "rows";
            case UNIFORM -> String.valueOf(RowMemory.COLUMN);
            case SINGLE -> "1";
            case BLOCK -> "8";
            case TOTAL -> String.valueOf(RowMemory.LANES);
            case PARTS -> "rows * " + RowMemory.LANES;
            case BLOCKS -> "room * 8";
            case VARYING -> throw new IllegalStateException("no instruction counts " + shape);
        };
    }

    private void call(Instruction instruction, Optional<Section> section, String function, String... numbers) {
        List<String> operands = new ArrayList<>(List.of(name(instruction.target(), section)));
        List<Place> sources = new ArrayList<>(instruction.sources());
        // What lanes are folded into comes after them.
        if (sources.size() == 2) {
            Place parts = sources.remove(0);
            if (!parts.equals(instruction.target())) {
                sources.add(parts);
            }
        }
        sources.forEach(source -> operands.add(name(source, section)));
        operands.addAll(List.of(numbers));
        plain.call(function, operands, instruction);
    }
}
