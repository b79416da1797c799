package io.graphkernel.conformance;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compiles elementwise cases over equal shapes and updates in place, or reductions, scans and norms, or movements, or library
 * ops, for Ascend, and runs the supported ones. Each other one is rejected by name.
 */
final class AscendProgram {

    /** A system property: {@code NPU_ARCH} of another chip than the 910B. */
    static final String CHIP = "ascend.chip";

    static final String CHIP_310P = "2002";

    /**
     * Error in units in the last place of the chip's quotients, roots, exponentials and logarithms in a second trial: the
     * documents do not specify it.
     */
    private static final int UNITS_OFF = 1;

    /** The logistic function is 0 where an exponential overflows, or would give the largest number. */
    private static final double TINY = 3e-39;

    /** Sampling stride of the float cases in the second trial of a normal run. */
    private static final int SECOND_TRIAL = 3;

    /** Floor quotients of floats are right only if the chip rounds Div to the nearest. */
    private static final Set<String> EXACT_QUOTIENTS = Set.of("FloorDiv", "DivMod");

    /** Ops that divide integers. */
    private static final Set<String> QUOTIENTS = Set.of("Div", "FloorDiv", "Mod", "FloorMod", "DivMod");

    private static final Set<String> SCANS = Set.of("CumSum", "CumProd");

    private AscendProgram() {}

    /** Returns the case with declared shapes: one tile or many differ only in the loop, which ops share. */
    private static Case declared(Case tested) {
        Case declared = tested.declared("n, d");
        return tested.op().equals("Sub") ? declared.large() : declared;
    }

    /** Compiled for the chip that the property names, which the machine has then. */
    private static KernelClasses classes(List<Case> cases) {
        String chip = System.getProperty(CHIP);
        if (chip == null) {
            return KernelClasses.forTarget("ascend", cases);
        }
        EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, Long.parseLong(chip));
        return KernelClasses.forChip("ascend", chip, cases);
    }

    /** Returns the cases of a kind. */
    private static Stream<Case> cases(String kind) {
        return switch (kind) {
            case "elements" ->
                Stream.concat(
                        Stream.of(ElementwiseCases.all(), ActivationCases.all(), conversions(), BitCases.all())
                                .flatMap(Function.identity())
                                .filter(Case::isUnranked)
                                .map(AscendProgram::declared),
                        UpdateCases.all());
            case "rows" ->
                Stream.of(ReductionCases.all(), NormCases.all(), FusedNormCases.all(), LossCases.all(), scans())
                        .flatMap(Function.identity());
            case "library" ->
                Stream.of(ProductCases.all(), AttentionCases.all(), SplitProductCases.all())
                        .flatMap(Function.identity());
            case "movements" ->
                Stream.of(
                                MovementCases.all(),
                                IndexCases.all().filter(tested -> !tested.op().equals("Cast")),
                                RandomCases.all())
                        .flatMap(Function.identity());
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Stream<Case> scans() {
        return IndexCases.all().filter(tested -> SCANS.contains(tested.op()));
    }

    private static Stream<Case> conversions() {
        return IndexCases.all().filter(tested -> tested.op().equals("Cast"));
    }

    /**
     * Prints the cases that run there, and for each reason those that it rejects; exit status 1 after errors.
     *
     * @param arguments kind of cases, then names of cases; none for all
     */
    public static void main(String[] arguments) {
        Set<String> wanted = Set.of(arguments);
        boolean isAll = arguments.length == 1;
        Predicate<Case> isWanted = tested -> isAll || wanted.contains(tested.kernel());
        List<Case> cases =
                cases(arguments[0]).filter(Table::claims).filter(isWanted).toList();
        KernelClasses classes = classes(cases);
        List<String> wrong = new ArrayList<>();
        cases.stream()
                .filter(tested -> !classes.has(tested))
                .map(classes::rejection)
                .filter(rejection -> AscendRefusal.reason(rejection).isEmpty())
                .forEach(wrong::add);
        Real.allowTiny(TINY);
        CaseChecker checker = CaseChecker.of(classes);
        List<Case> run = cases.stream().filter(classes::has).toList();
        run.forEach(tested -> wrong.addAll(checker.check(tested)));
        EmulatedAscend.set(EmulatedAscend.Setting.UNITS_OFF, UNITS_OFF);
        Real.allowChip(UNITS_OFF);
        secondTrial(run, isAll).forEach(tested -> wrong.addAll(checker.check(tested)));
        wrong.forEach(System.out::println);
        run.forEach(tested -> System.out.println(tested.kernel()));
        reasons(cases, classes)
                .forEach((reason, rejected) -> System.out.println("not " + String.join(" ", rejected) + ": " + reason));
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    /**
     * Returns the second trial of a normal run: some f32 cases, which show most errors, and integer quotients, which are exact.
     */
    private static Stream<Case> secondTrial(List<Case> run, boolean isAll) {
        Stream<Case> integers = run.stream()
                .filter(tested -> !tested.dtype().isFloat())
                .filter(tested -> isAll || QUOTIENTS.contains(tested.op()));
        List<Case> floats = run.stream()
                .filter(tested -> tested.dtype().isFloat() && !EXACT_QUOTIENTS.contains(tested.op()))
                .filter(tested -> isAll || tested.dtype() == DType.F32)
                .toList();
        int step = isAll ? 1 : SECOND_TRIAL;
        return Stream.concat(
                integers,
                IntStream.iterate(0, i -> i < floats.size(), i -> i + step).mapToObj(floats::get));
    }

    /** The cases that are rejected, by the reason. */
    private static Map<String, List<String>> reasons(List<Case> cases, KernelClasses classes) {
        return cases.stream()
                .filter(tested -> !classes.has(tested))
                .collect(Collectors.groupingBy(
                        tested -> reason(classes.rejection(tested)),
                        TreeMap::new,
                        Collectors.mapping(Case::kernel, Collectors.toList())));
    }

    private static String reason(String rejection) {
        return AscendRefusal.reason(rejection).orElse(rejection);
    }
}
