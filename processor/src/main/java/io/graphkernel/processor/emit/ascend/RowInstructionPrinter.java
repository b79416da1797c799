package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import io.graphkernel.processor.lower.tile.ValueShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Printer of a row kernel's instructions, by the shapes of their operands. */
final class RowInstructionPrinter {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();

    private final CodeWriter code;
    private final RowKernel kernel;
    private final InstructionPrinter plain;

    RowInstructionPrinter(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.plain = new InstructionPrinter(code);
    }

    /** Returns the identifier of a buffer's tensor. Loads and stores belong to a section. */
    String name(LocalBuffer buffer, Optional<Section> section) {
        return switch (buffer.region()) {
            case LOADED -> name("l", section.orElseThrow().loads(), buffer);
            case STORED -> name("s", section.orElseThrow().stores(), buffer);
            case SHARED -> name("h", kernel.program().shared(), buffer);
            case TEMPORARY -> name(buffer) + subscript(buffer);
            case MASK -> "is_" + name(buffer.index(), buffer.shape());
            case WIDE -> "wide_" + name(buffer);
            case CONSTANT -> throw new IllegalStateException("rows have no " + buffer);
        };
    }

    /** Returns the identifier of a copy's tensor, or of its reinterpretation in another dtype. */
    private static String name(String letter, List<Transfer> transfers, LocalBuffer buffer) {
        Transfer transfer = transfers.get(buffer.index());
        String name = letter + transfer.name().substring(1);
        return buffer.dtype() == transfer.dtype() ? name : name + "_" + buffer.dtype();
    }

    /** Returns the subscript of row values that are kept for a whole block. */
    private String subscript(LocalBuffer buffer) {
        return kernel.hasBlocksInChunks() && buffer.shape() == ValueShape.COLUMN ? "[at]" : "";
    }

    /** Returns the identifier in the declaration of a temporary or a mask. */
    String declared(LocalBuffer buffer) {
        return buffer.region() == LocalRegion.TEMPORARY ? name(buffer) : name(buffer, Optional.empty());
    }

    private static String name(LocalBuffer buffer) {
        return name(buffer.index(), buffer.shape()) + (buffer.dtype() == DataType.F32 ? "" : "_" + buffer.dtype());
    }

    private static String name(int index, ValueShape shape) {
        String letter = switch (shape) {
            case TILE -> "t";
            case LANES -> "lane";
            case COLUMN -> "row";
            case UNIFORM -> "uniform";
            case SINGLE -> "single";
            case BLOCKS -> "block";
            case PARTS -> "partial";
            case TOTAL -> "total";
            case BLOCK -> "unit";
            case VARYING -> throw new IllegalStateException("no place is of " + shape);
        };
        return letter + index;
    }

    /** Prints instructions with pipe barriers. Loads and stores belong to the section. */
    void print(List<Instruction> instructions, PipeBarrierInsertion barriers, Optional<Section> section) {
        for (Instruction instruction : instructions) {
            if (barriers.needsBarrier(instruction)) {
                code.line("AscendC::PipeBarrier<PIPE_V>();");
            }
            print(instruction, section);
        }
    }

    private void print(Instruction instruction, Optional<Section> section) {
        LocalBuffer target = instruction.target();
        List<LocalBuffer> sources = instruction.sources();
        String rows = target.shape() == ValueShape.TILE ? "rows" : "1";
        if (instruction.operation().isScan()) {
            scan(instruction, section);
        } else if (instruction.operation() == Operation.REPACK) {
            StridedCopyPrinter moved = new StridedCopyPrinter(
                    section.orElseThrow().loads().get(sources.get(0).index()));
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            sources.forEach(source -> operands.add(name(source, section)));
            operands.addAll(moved.repackOperands());
            plain.call(moved.repackFunction(), operands, instruction);
        } else if (instruction.operation() == Operation.IOTA) {
            Expression.Call position = (Expression.Call) instruction.number().orElseThrow();
            List<String> numbers =
                    position.arguments().stream().map(AscendTypes::integer).toList();
            StringBuilder first = new StringBuilder(numbers.get(0));
            List<String> strides = numbers.subList(2, numbers.size());
            for (int i = 0; i < strides.size(); i++) {
                String index = strides.size() == 1 ? "row" : LoopIndices.of(i).name();
                first.append(" + ")
                        .append(index)
                        .append(" * (")
                        .append(strides.get(i))
                        .append(")");
            }
            if (target.shape() == ValueShape.LANES) {
                first.append(" + lane * (").append(numbers.get(1)).append(")");
            }
            plain.call(
                    "gk_count",
                    List.of(name(target, section), first.toString(), numbers.get(1), count(target.shape())),
                    instruction);
        } else if (instruction.operation() == Operation.ZERO_MISSING_SLICES) {
            Transfer slices = section.orElseThrow().loads().get(target.index());
            StridedCopyPrinter moved = new StridedCopyPrinter(slices);
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            operands.addAll(moved.zeroOperands(StridedCopyPrinter.index(slices, () -> name(sources.get(0), section))));
            plain.call(moved.zeroFunction(), operands, instruction);
        } else if (instruction.operation() == Operation.EXPAND_TO_BLOCKS) {
            call(instruction, section, "gk_separate", count(target.shape()));
        } else if (instruction.operation() == Operation.FILL_BLOCKS) {
            boolean single = sources.get(0).shape() == ValueShape.SINGLE;
            call(instruction, section, "AscendC::Brcb", single ? "1" : "(rows + 7) / 8", "{1, 8}");
        } else if (target.shape() == ValueShape.PARTS && !sources.isEmpty()) {
            call(instruction, section, RowReductionPrelude.folding(instruction.operation()), "rows", "lanes", "pitch");
        } else if (target.shape() == ValueShape.LANES && sources.contains(target)) {
            call(instruction, section, RowReductionPrelude.reducingColumns(instruction.operation()), "rows", "pitch");
        } else if (target.shape() == ValueShape.TOTAL && sources.contains(target)) {
            call(
                    instruction,
                    section,
                    RowReductionPrelude.reducingAll(instruction.operation()),
                    "rows",
                    "lanes",
                    "pitch");
        } else if (isTotal(sources) && target.shape() == ValueShape.BLOCK) {
            call(instruction, section, RowReductionPrelude.halving(instruction.operation()));
        } else if (isTotal(sources) || target.shape() == ValueShape.COLUMN && isReduced(sources)) {
            reduce(instruction, section);
        } else if (instruction.operation() == Operation.BROADCAST) {
            boolean isUniform = target.shape() == ValueShape.UNIFORM;
            String size =
                    isUniform ? VECTOR.columnElements() / VECTOR.lanes() + ", " + VECTOR.lanes() : rows + ", pitch";
            call(instruction, section, "gk_spread", isUniform ? "{0, 0, 0}" : steps(sources.get(0)), size);
        } else if (isRepeating(instruction)) {
            List<String> operands = new ArrayList<>(List.of(name(target, section)));
            for (LocalBuffer source : sources) {
                operands.add(name(source, section));
                operands.add(steps(source));
            }
            operands.add(rows);
            operands.add("pitch");
            plain.call(RowPrelude.repeating(instruction.operation()), operands, instruction);
        } else {
            plain.print(instruction, buffer -> name(buffer, section), count(target.shape()));
        }
    }

    /** Prints a reduction to one element, or to one per row. */
    private void reduce(Instruction instruction, Optional<Section> section) {
        Operation operation = instruction.operation();
        List<LocalBuffer> sources = instruction.sources();
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
                    isOne ? RowReductionPrelude.joining(operation) : RowReductionPrelude.gathering(operation),
                    operands,
                    instruction);
            return;
        }
        Expression identity = instruction.number().orElseThrow();
        operands.add(AscendTypes.number(identity, instruction.target().dtype()));
        operands.add("rows, lanes, pitch");
        plain.call(
                isOne ? RowReductionPrelude.reducing(operation) : RowReductionPrelude.reducingGathered(operation),
                operands,
                instruction);
    }

    private void scan(Instruction instruction, Optional<Section> section) {
        boolean isOfLanes = instruction.sources().get(1).shape() == ValueShape.BLOCKS;
        List<String> operands = new ArrayList<>(List.of(name(instruction.target(), section)));
        instruction.sources().forEach(source -> operands.add(name(source, section)));
        operands.add(isOfLanes ? "rows, lanes, pitch" : "rows, pitch");
        operands.add(String.valueOf(isOne(instruction.number().orElseThrow())));
        operands.add(String.valueOf(kernel.loops().isReversed()));
        Operation operation = instruction.operation();
        plain.call(isOfLanes ? ScanPrelude.laneScan(operation) : ScanPrelude.rowScan(operation), operands, instruction);
    }

    private static boolean isOne(Expression number) {
        return ((Expression.ScalarConstant) number).node().attributes().number().intValue() == 1;
    }

    private static boolean isTotal(List<LocalBuffer> sources) {
        return !sources.isEmpty() && sources.get(0).shape() == ValueShape.TOTAL;
    }

    private static boolean isReduced(List<LocalBuffer> sources) {
        return !sources.isEmpty() && sources.get(0).shape() == ValueShape.PARTS;
    }

    /** Returns true if an operand is broadcast to rows or lanes. */
    private static boolean isRepeating(Instruction instruction) {
        ValueShape shape = instruction.target().shape();
        boolean isVector = shape == ValueShape.COLUMN || shape == ValueShape.SINGLE;
        return !isVector && instruction.sources().stream().anyMatch(source -> source.shape() != shape);
    }

    /** Returns the strides of a tile's operand. */
    private static String steps(LocalBuffer buffer) {
        return switch (buffer.shape()) {
            case TILE -> "{1, pitch, 64}";
            case LANES -> "{1, 0, 64}";
            case BLOCKS -> "{0, 8, 0}";
            case UNIFORM -> "{1, 0, 0}";
            default -> throw new IllegalStateException("no operand of a tile is " + buffer);
        };
    }

    private static String count(ValueShape shape) {
        return switch (shape) {
            case TILE -> "count";
            case LANES -> "pitch";
            case COLUMN -> "rows";
            case UNIFORM -> String.valueOf(VECTOR.columnElements());
            case SINGLE -> "1";
            case BLOCK -> "8";
            case TOTAL -> String.valueOf(VECTOR.lanes());
            case PARTS -> "rows * " + VECTOR.lanes();
            case BLOCKS -> "room * 8";
            case VARYING -> throw new IllegalStateException("no instruction counts " + shape);
        };
    }

    private void call(Instruction instruction, Optional<Section> section, String function, String... numbers) {
        List<String> operands = new ArrayList<>(List.of(name(instruction.target(), section)));
        List<LocalBuffer> sources = new ArrayList<>(instruction.sources());
        // Partial results are the last operand.
        if (sources.size() == 2) {
            LocalBuffer partials = sources.remove(0);
            if (!partials.equals(instruction.target())) {
                sources.add(partials);
            }
        }
        sources.forEach(source -> operands.add(name(source, section)));
        operands.addAll(List.of(numbers));
        plain.call(function, operands, instruction);
    }
}
