package io.graphkernel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Compiles elementwise cases over equal shapes and updates in place, or reductions and norms, for Ascend, and runs those that it has
 * kernels for. Each other one is refused by name.
 */
final class AscendProgram {

    private AscendProgram() {}

    /** What differs between many tiles and one is in the loop, which ops share. */
    private static Case declared(Case tested) {
        Case declared = tested.declared("n, d");
        return tested.op().equals("Sub") ? declared.large() : declared;
    }

    /** Which cases there are. */
    private static Stream<Case> cases(String kind) {
        return switch (kind) {
            case "elements" ->
                Stream.concat(
                        Stream.of(ElementwiseCases.all(), ActivationCases.all(), conversions())
                                .flatMap(Function.identity())
                                .filter(Case::isRankless)
                                .map(AscendProgram::declared),
                        UpdateCases.all());
            case "rows" ->
                Stream.of(ReductionCases.all(), NormCases.all(), FusedNormCases.all(), LossCases.all())
                        .flatMap(Function.identity());
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Stream<Case> conversions() {
        return IndexCases.all().filter(tested -> tested.op().equals("Cast"));
    }

    /**
     * Prints the cases that run there; exit status 1, after what is wrong, if anything is.
     *
     * @param arguments which kind of cases, then those that are tried; none for all
     */
    public static void main(String[] arguments) {
        Set<String> wanted = Set.of(arguments);
        Predicate<Case> isWanted = tested -> arguments.length == 1 || wanted.contains(tested.kernel());
        List<Case> cases =
                cases(arguments[0]).filter(Table::claims).filter(isWanted).toList();
        KernelClasses classes = KernelClasses.forTarget("ascend", cases);
        List<String> wrong = new ArrayList<>();
        cases.stream()
                .filter(tested -> !classes.has(tested))
                .map(classes::rejection)
                .filter(rejection -> !rejection.contains("GK-1400"))
                .forEach(wrong::add);
        CaseChecker checker = CaseChecker.of(classes);
        List<Case> run = cases.stream().filter(classes::has).toList();
        run.forEach(tested -> wrong.addAll(checker.check(tested)));
        wrong.forEach(System.out::println);
        run.forEach(tested -> System.out.println(tested.kernel()));
        System.exit(wrong.isEmpty() ? 0 : 1);
    }
}
