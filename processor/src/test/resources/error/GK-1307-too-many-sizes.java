import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record R0(
            @TensorType("f32[s0]") Tensor t0, @TensorType("f32[s1]") Tensor t1, @TensorType("f32[s2]") Tensor t2, @TensorType("f32[s3]") Tensor t3, @TensorType("f32[s4]") Tensor t4,
            @TensorType("f32[s5]") Tensor t5, @TensorType("f32[s6]") Tensor t6, @TensorType("f32[s7]") Tensor t7, @TensorType("f32[s8]") Tensor t8, @TensorType("f32[s9]") Tensor t9,
            @TensorType("f32[s10]") Tensor t10, @TensorType("f32[s11]") Tensor t11, @TensorType("f32[s12]") Tensor t12, @TensorType("f32[s13]") Tensor t13, @TensorType("f32[s14]") Tensor t14,
            @TensorType("f32[s15]") Tensor t15, @TensorType("f32[s16]") Tensor t16, @TensorType("f32[s17]") Tensor t17, @TensorType("f32[s18]") Tensor t18, @TensorType("f32[s19]") Tensor t19,
            @TensorType("f32[s20]") Tensor t20, @TensorType("f32[s21]") Tensor t21, @TensorType("f32[s22]") Tensor t22, @TensorType("f32[s23]") Tensor t23, @TensorType("f32[s24]") Tensor t24,
            @TensorType("f32[s25]") Tensor t25, @TensorType("f32[s26]") Tensor t26, @TensorType("f32[s27]") Tensor t27, @TensorType("f32[s28]") Tensor t28, @TensorType("f32[s29]") Tensor t29,
            @TensorType("f32[s30]") Tensor t30, @TensorType("f32[s31]") Tensor t31, @TensorType("f32[s32]") Tensor t32, @TensorType("f32[s33]") Tensor t33, @TensorType("f32[s34]") Tensor t34,
            @TensorType("f32[s35]") Tensor t35, @TensorType("f32[s36]") Tensor t36, @TensorType("f32[s37]") Tensor t37, @TensorType("f32[s38]") Tensor t38, @TensorType("f32[s39]") Tensor t39,
            @TensorType("f32[s40]") Tensor t40, @TensorType("f32[s41]") Tensor t41, @TensorType("f32[s42]") Tensor t42, @TensorType("f32[s43]") Tensor t43, @TensorType("f32[s44]") Tensor t44,
            @TensorType("f32[s45]") Tensor t45, @TensorType("f32[s46]") Tensor t46, @TensorType("f32[s47]") Tensor t47, @TensorType("f32[s48]") Tensor t48, @TensorType("f32[s49]") Tensor t49) {}

    record R1(
            @TensorType("f32[s50]") Tensor t50, @TensorType("f32[s51]") Tensor t51, @TensorType("f32[s52]") Tensor t52, @TensorType("f32[s53]") Tensor t53, @TensorType("f32[s54]") Tensor t54,
            @TensorType("f32[s55]") Tensor t55, @TensorType("f32[s56]") Tensor t56, @TensorType("f32[s57]") Tensor t57, @TensorType("f32[s58]") Tensor t58, @TensorType("f32[s59]") Tensor t59,
            @TensorType("f32[s60]") Tensor t60, @TensorType("f32[s61]") Tensor t61, @TensorType("f32[s62]") Tensor t62, @TensorType("f32[s63]") Tensor t63, @TensorType("f32[s64]") Tensor t64,
            @TensorType("f32[s65]") Tensor t65, @TensorType("f32[s66]") Tensor t66, @TensorType("f32[s67]") Tensor t67, @TensorType("f32[s68]") Tensor t68, @TensorType("f32[s69]") Tensor t69,
            @TensorType("f32[s70]") Tensor t70, @TensorType("f32[s71]") Tensor t71, @TensorType("f32[s72]") Tensor t72, @TensorType("f32[s73]") Tensor t73, @TensorType("f32[s74]") Tensor t74,
            @TensorType("f32[s75]") Tensor t75, @TensorType("f32[s76]") Tensor t76, @TensorType("f32[s77]") Tensor t77, @TensorType("f32[s78]") Tensor t78, @TensorType("f32[s79]") Tensor t79,
            @TensorType("f32[s80]") Tensor t80, @TensorType("f32[s81]") Tensor t81, @TensorType("f32[s82]") Tensor t82, @TensorType("f32[s83]") Tensor t83, @TensorType("f32[s84]") Tensor t84,
            @TensorType("f32[s85]") Tensor t85, @TensorType("f32[s86]") Tensor t86, @TensorType("f32[s87]") Tensor t87, @TensorType("f32[s88]") Tensor t88, @TensorType("f32[s89]") Tensor t89,
            @TensorType("f32[s90]") Tensor t90, @TensorType("f32[s91]") Tensor t91, @TensorType("f32[s92]") Tensor t92, @TensorType("f32[s93]") Tensor t93, @TensorType("f32[s94]") Tensor t94,
            @TensorType("f32[s95]") Tensor t95, @TensorType("f32[s96]") Tensor t96, @TensorType("f32[s97]") Tensor t97, @TensorType("f32[s98]") Tensor t98, @TensorType("f32[s99]") Tensor t99) {}

    record R2(
            @TensorType("f32[s100]") Tensor t100, @TensorType("f32[s101]") Tensor t101, @TensorType("f32[s102]") Tensor t102, @TensorType("f32[s103]") Tensor t103, @TensorType("f32[s104]") Tensor t104,
            @TensorType("f32[s105]") Tensor t105, @TensorType("f32[s106]") Tensor t106, @TensorType("f32[s107]") Tensor t107, @TensorType("f32[s108]") Tensor t108, @TensorType("f32[s109]") Tensor t109,
            @TensorType("f32[s110]") Tensor t110, @TensorType("f32[s111]") Tensor t111, @TensorType("f32[s112]") Tensor t112, @TensorType("f32[s113]") Tensor t113, @TensorType("f32[s114]") Tensor t114,
            @TensorType("f32[s115]") Tensor t115, @TensorType("f32[s116]") Tensor t116, @TensorType("f32[s117]") Tensor t117, @TensorType("f32[s118]") Tensor t118, @TensorType("f32[s119]") Tensor t119,
            @TensorType("f32[s120]") Tensor t120, @TensorType("f32[s121]") Tensor t121, @TensorType("f32[s122]") Tensor t122, @TensorType("f32[s123]") Tensor t123, @TensorType("f32[s124]") Tensor t124,
            @TensorType("f32[s125]") Tensor t125, @TensorType("f32[s126]") Tensor t126, @TensorType("f32[s127]") Tensor t127, @TensorType("f32[s128]") Tensor t128, @TensorType("f32[s129]") Tensor t129,
            @TensorType("f32[s130]") Tensor t130, @TensorType("f32[s131]") Tensor t131, @TensorType("f32[s132]") Tensor t132, @TensorType("f32[s133]") Tensor t133, @TensorType("f32[s134]") Tensor t134,
            @TensorType("f32[s135]") Tensor t135, @TensorType("f32[s136]") Tensor t136, @TensorType("f32[s137]") Tensor t137, @TensorType("f32[s138]") Tensor t138, @TensorType("f32[s139]") Tensor t139,
            @TensorType("f32[s140]") Tensor t140, @TensorType("f32[s141]") Tensor t141, @TensorType("f32[s142]") Tensor t142, @TensorType("f32[s143]") Tensor t143, @TensorType("f32[s144]") Tensor t144,
            @TensorType("f32[s145]") Tensor t145, @TensorType("f32[s146]") Tensor t146, @TensorType("f32[s147]") Tensor t147, @TensorType("f32[s148]") Tensor t148, @TensorType("f32[s149]") Tensor t149) {}

    record R3(
            @TensorType("f32[s150]") Tensor t150, @TensorType("f32[s151]") Tensor t151, @TensorType("f32[s152]") Tensor t152, @TensorType("f32[s153]") Tensor t153, @TensorType("f32[s154]") Tensor t154,
            @TensorType("f32[s155]") Tensor t155, @TensorType("f32[s156]") Tensor t156, @TensorType("f32[s157]") Tensor t157, @TensorType("f32[s158]") Tensor t158, @TensorType("f32[s159]") Tensor t159,
            @TensorType("f32[s160]") Tensor t160, @TensorType("f32[s161]") Tensor t161, @TensorType("f32[s162]") Tensor t162, @TensorType("f32[s163]") Tensor t163, @TensorType("f32[s164]") Tensor t164,
            @TensorType("f32[s165]") Tensor t165, @TensorType("f32[s166]") Tensor t166, @TensorType("f32[s167]") Tensor t167, @TensorType("f32[s168]") Tensor t168, @TensorType("f32[s169]") Tensor t169,
            @TensorType("f32[s170]") Tensor t170, @TensorType("f32[s171]") Tensor t171, @TensorType("f32[s172]") Tensor t172, @TensorType("f32[s173]") Tensor t173, @TensorType("f32[s174]") Tensor t174,
            @TensorType("f32[s175]") Tensor t175, @TensorType("f32[s176]") Tensor t176, @TensorType("f32[s177]") Tensor t177, @TensorType("f32[s178]") Tensor t178, @TensorType("f32[s179]") Tensor t179,
            @TensorType("f32[s180]") Tensor t180, @TensorType("f32[s181]") Tensor t181, @TensorType("f32[s182]") Tensor t182, @TensorType("f32[s183]") Tensor t183, @TensorType("f32[s184]") Tensor t184,
            @TensorType("f32[s185]") Tensor t185, @TensorType("f32[s186]") Tensor t186, @TensorType("f32[s187]") Tensor t187, @TensorType("f32[s188]") Tensor t188, @TensorType("f32[s189]") Tensor t189,
            @TensorType("f32[s190]") Tensor t190, @TensorType("f32[s191]") Tensor t191, @TensorType("f32[s192]") Tensor t192, @TensorType("f32[s193]") Tensor t193, @TensorType("f32[s194]") Tensor t194,
            @TensorType("f32[s195]") Tensor t195, @TensorType("f32[s196]") Tensor t196, @TensorType("f32[s197]") Tensor t197, @TensorType("f32[s198]") Tensor t198, @TensorType("f32[s199]") Tensor t199) {}

    record R4(
            @TensorType("f32[s200]") Tensor t200, @TensorType("f32[s201]") Tensor t201, @TensorType("f32[s202]") Tensor t202, @TensorType("f32[s203]") Tensor t203, @TensorType("f32[s204]") Tensor t204,
            @TensorType("f32[s205]") Tensor t205, @TensorType("f32[s206]") Tensor t206, @TensorType("f32[s207]") Tensor t207, @TensorType("f32[s208]") Tensor t208, @TensorType("f32[s209]") Tensor t209,
            @TensorType("f32[s210]") Tensor t210, @TensorType("f32[s211]") Tensor t211, @TensorType("f32[s212]") Tensor t212, @TensorType("f32[s213]") Tensor t213, @TensorType("f32[s214]") Tensor t214,
            @TensorType("f32[s215]") Tensor t215, @TensorType("f32[s216]") Tensor t216, @TensorType("f32[s217]") Tensor t217, @TensorType("f32[s218]") Tensor t218, @TensorType("f32[s219]") Tensor t219,
            @TensorType("f32[s220]") Tensor t220, @TensorType("f32[s221]") Tensor t221, @TensorType("f32[s222]") Tensor t222, @TensorType("f32[s223]") Tensor t223, @TensorType("f32[s224]") Tensor t224,
            @TensorType("f32[s225]") Tensor t225, @TensorType("f32[s226]") Tensor t226, @TensorType("f32[s227]") Tensor t227, @TensorType("f32[s228]") Tensor t228, @TensorType("f32[s229]") Tensor t229,
            @TensorType("f32[s230]") Tensor t230, @TensorType("f32[s231]") Tensor t231, @TensorType("f32[s232]") Tensor t232, @TensorType("f32[s233]") Tensor t233, @TensorType("f32[s234]") Tensor t234,
            @TensorType("f32[s235]") Tensor t235, @TensorType("f32[s236]") Tensor t236, @TensorType("f32[s237]") Tensor t237, @TensorType("f32[s238]") Tensor t238, @TensorType("f32[s239]") Tensor t239,
            @TensorType("f32[s240]") Tensor t240, @TensorType("f32[s241]") Tensor t241, @TensorType("f32[s242]") Tensor t242, @TensorType("f32[s243]") Tensor t243, @TensorType("f32[s244]") Tensor t244,
            @TensorType("f32[s245]") Tensor t245, @TensorType("f32[s246]") Tensor t246, @TensorType("f32[s247]") Tensor t247, @TensorType("f32[s248]") Tensor t248, @TensorType("f32[s249]") Tensor t249) {}

    record R5(
            @TensorType("f32[s250]") Tensor t250, @TensorType("f32[s251]") Tensor t251, @TensorType("f32[s252]") Tensor t252, @TensorType("f32[s253]") Tensor t253, @TensorType("f32[s254]") Tensor t254,
            @TensorType("f32[s255]") Tensor t255, @TensorType("f32[s256]") Tensor t256, @TensorType("f32[s257]") Tensor t257, @TensorType("f32[s258]") Tensor t258, @TensorType("f32[s259]") Tensor t259,
            @TensorType("f32[s260]") Tensor t260, @TensorType("f32[s261]") Tensor t261, @TensorType("f32[s262]") Tensor t262, @TensorType("f32[s263]") Tensor t263, @TensorType("f32[s264]") Tensor t264,
            @TensorType("f32[s265]") Tensor t265, @TensorType("f32[s266]") Tensor t266, @TensorType("f32[s267]") Tensor t267, @TensorType("f32[s268]") Tensor t268, @TensorType("f32[s269]") Tensor t269,
            @TensorType("f32[s270]") Tensor t270, @TensorType("f32[s271]") Tensor t271, @TensorType("f32[s272]") Tensor t272, @TensorType("f32[s273]") Tensor t273, @TensorType("f32[s274]") Tensor t274,
            @TensorType("f32[s275]") Tensor t275, @TensorType("f32[s276]") Tensor t276, @TensorType("f32[s277]") Tensor t277, @TensorType("f32[s278]") Tensor t278, @TensorType("f32[s279]") Tensor t279,
            @TensorType("f32[s280]") Tensor t280, @TensorType("f32[s281]") Tensor t281, @TensorType("f32[s282]") Tensor t282, @TensorType("f32[s283]") Tensor t283, @TensorType("f32[s284]") Tensor t284,
            @TensorType("f32[s285]") Tensor t285, @TensorType("f32[s286]") Tensor t286, @TensorType("f32[s287]") Tensor t287, @TensorType("f32[s288]") Tensor t288, @TensorType("f32[s289]") Tensor t289,
            @TensorType("f32[s290]") Tensor t290, @TensorType("f32[s291]") Tensor t291, @TensorType("f32[s292]") Tensor t292, @TensorType("f32[s293]") Tensor t293, @TensorType("f32[s294]") Tensor t294,
            @TensorType("f32[s295]") Tensor t295, @TensorType("f32[s296]") Tensor t296, @TensorType("f32[s297]") Tensor t297, @TensorType("f32[s298]") Tensor t298, @TensorType("f32[s299]") Tensor t299) {}

    record R6(
            @TensorType("f32[s300]") Tensor t300, @TensorType("f32[s301]") Tensor t301, @TensorType("f32[s302]") Tensor t302, @TensorType("f32[s303]") Tensor t303, @TensorType("f32[s304]") Tensor t304,
            @TensorType("f32[s305]") Tensor t305, @TensorType("f32[s306]") Tensor t306, @TensorType("f32[s307]") Tensor t307, @TensorType("f32[s308]") Tensor t308, @TensorType("f32[s309]") Tensor t309,
            @TensorType("f32[s310]") Tensor t310, @TensorType("f32[s311]") Tensor t311, @TensorType("f32[s312]") Tensor t312, @TensorType("f32[s313]") Tensor t313, @TensorType("f32[s314]") Tensor t314,
            @TensorType("f32[s315]") Tensor t315, @TensorType("f32[s316]") Tensor t316, @TensorType("f32[s317]") Tensor t317, @TensorType("f32[s318]") Tensor t318, @TensorType("f32[s319]") Tensor t319,
            @TensorType("f32[s320]") Tensor t320, @TensorType("f32[s321]") Tensor t321, @TensorType("f32[s322]") Tensor t322, @TensorType("f32[s323]") Tensor t323, @TensorType("f32[s324]") Tensor t324,
            @TensorType("f32[s325]") Tensor t325, @TensorType("f32[s326]") Tensor t326, @TensorType("f32[s327]") Tensor t327, @TensorType("f32[s328]") Tensor t328, @TensorType("f32[s329]") Tensor t329,
            @TensorType("f32[s330]") Tensor t330, @TensorType("f32[s331]") Tensor t331, @TensorType("f32[s332]") Tensor t332, @TensorType("f32[s333]") Tensor t333, @TensorType("f32[s334]") Tensor t334,
            @TensorType("f32[s335]") Tensor t335, @TensorType("f32[s336]") Tensor t336, @TensorType("f32[s337]") Tensor t337, @TensorType("f32[s338]") Tensor t338, @TensorType("f32[s339]") Tensor t339,
            @TensorType("f32[s340]") Tensor t340, @TensorType("f32[s341]") Tensor t341, @TensorType("f32[s342]") Tensor t342, @TensorType("f32[s343]") Tensor t343, @TensorType("f32[s344]") Tensor t344,
            @TensorType("f32[s345]") Tensor t345, @TensorType("f32[s346]") Tensor t346, @TensorType("f32[s347]") Tensor t347, @TensorType("f32[s348]") Tensor t348, @TensorType("f32[s349]") Tensor t349) {}

    record R7(
            @TensorType("f32[s350]") Tensor t350, @TensorType("f32[s351]") Tensor t351, @TensorType("f32[s352]") Tensor t352, @TensorType("f32[s353]") Tensor t353, @TensorType("f32[s354]") Tensor t354,
            @TensorType("f32[s355]") Tensor t355, @TensorType("f32[s356]") Tensor t356, @TensorType("f32[s357]") Tensor t357, @TensorType("f32[s358]") Tensor t358, @TensorType("f32[s359]") Tensor t359,
            @TensorType("f32[s360]") Tensor t360, @TensorType("f32[s361]") Tensor t361, @TensorType("f32[s362]") Tensor t362, @TensorType("f32[s363]") Tensor t363, @TensorType("f32[s364]") Tensor t364,
            @TensorType("f32[s365]") Tensor t365, @TensorType("f32[s366]") Tensor t366, @TensorType("f32[s367]") Tensor t367, @TensorType("f32[s368]") Tensor t368, @TensorType("f32[s369]") Tensor t369,
            @TensorType("f32[s370]") Tensor t370, @TensorType("f32[s371]") Tensor t371, @TensorType("f32[s372]") Tensor t372, @TensorType("f32[s373]") Tensor t373, @TensorType("f32[s374]") Tensor t374,
            @TensorType("f32[s375]") Tensor t375, @TensorType("f32[s376]") Tensor t376, @TensorType("f32[s377]") Tensor t377, @TensorType("f32[s378]") Tensor t378, @TensorType("f32[s379]") Tensor t379,
            @TensorType("f32[s380]") Tensor t380, @TensorType("f32[s381]") Tensor t381, @TensorType("f32[s382]") Tensor t382, @TensorType("f32[s383]") Tensor t383, @TensorType("f32[s384]") Tensor t384,
            @TensorType("f32[s385]") Tensor t385, @TensorType("f32[s386]") Tensor t386, @TensorType("f32[s387]") Tensor t387, @TensorType("f32[s388]") Tensor t388, @TensorType("f32[s389]") Tensor t389,
            @TensorType("f32[s390]") Tensor t390, @TensorType("f32[s391]") Tensor t391, @TensorType("f32[s392]") Tensor t392, @TensorType("f32[s393]") Tensor t393, @TensorType("f32[s394]") Tensor t394,
            @TensorType("f32[s395]") Tensor t395, @TensorType("f32[s396]") Tensor t396, @TensorType("f32[s397]") Tensor t397, @TensorType("f32[s398]") Tensor t398, @TensorType("f32[s399]") Tensor t399) {}

    record R8(
            @TensorType("f32[s400]") Tensor t400, @TensorType("f32[s401]") Tensor t401, @TensorType("f32[s402]") Tensor t402, @TensorType("f32[s403]") Tensor t403, @TensorType("f32[s404]") Tensor t404,
            @TensorType("f32[s405]") Tensor t405, @TensorType("f32[s406]") Tensor t406, @TensorType("f32[s407]") Tensor t407, @TensorType("f32[s408]") Tensor t408, @TensorType("f32[s409]") Tensor t409,
            @TensorType("f32[s410]") Tensor t410, @TensorType("f32[s411]") Tensor t411, @TensorType("f32[s412]") Tensor t412, @TensorType("f32[s413]") Tensor t413, @TensorType("f32[s414]") Tensor t414,
            @TensorType("f32[s415]") Tensor t415, @TensorType("f32[s416]") Tensor t416, @TensorType("f32[s417]") Tensor t417, @TensorType("f32[s418]") Tensor t418, @TensorType("f32[s419]") Tensor t419,
            @TensorType("f32[s420]") Tensor t420, @TensorType("f32[s421]") Tensor t421, @TensorType("f32[s422]") Tensor t422, @TensorType("f32[s423]") Tensor t423, @TensorType("f32[s424]") Tensor t424,
            @TensorType("f32[s425]") Tensor t425, @TensorType("f32[s426]") Tensor t426, @TensorType("f32[s427]") Tensor t427, @TensorType("f32[s428]") Tensor t428, @TensorType("f32[s429]") Tensor t429,
            @TensorType("f32[s430]") Tensor t430, @TensorType("f32[s431]") Tensor t431, @TensorType("f32[s432]") Tensor t432, @TensorType("f32[s433]") Tensor t433, @TensorType("f32[s434]") Tensor t434,
            @TensorType("f32[s435]") Tensor t435, @TensorType("f32[s436]") Tensor t436, @TensorType("f32[s437]") Tensor t437, @TensorType("f32[s438]") Tensor t438, @TensorType("f32[s439]") Tensor t439,
            @TensorType("f32[s440]") Tensor t440, @TensorType("f32[s441]") Tensor t441, @TensorType("f32[s442]") Tensor t442, @TensorType("f32[s443]") Tensor t443, @TensorType("f32[s444]") Tensor t444,
            @TensorType("f32[s445]") Tensor t445, @TensorType("f32[s446]") Tensor t446, @TensorType("f32[s447]") Tensor t447, @TensorType("f32[s448]") Tensor t448, @TensorType("f32[s449]") Tensor t449) {}

    record R9(
            @TensorType("f32[s450]") Tensor t450, @TensorType("f32[s451]") Tensor t451, @TensorType("f32[s452]") Tensor t452, @TensorType("f32[s453]") Tensor t453, @TensorType("f32[s454]") Tensor t454,
            @TensorType("f32[s455]") Tensor t455, @TensorType("f32[s456]") Tensor t456, @TensorType("f32[s457]") Tensor t457, @TensorType("f32[s458]") Tensor t458, @TensorType("f32[s459]") Tensor t459,
            @TensorType("f32[s460]") Tensor t460, @TensorType("f32[s461]") Tensor t461, @TensorType("f32[s462]") Tensor t462, @TensorType("f32[s463]") Tensor t463, @TensorType("f32[s464]") Tensor t464,
            @TensorType("f32[s465]") Tensor t465, @TensorType("f32[s466]") Tensor t466, @TensorType("f32[s467]") Tensor t467, @TensorType("f32[s468]") Tensor t468, @TensorType("f32[s469]") Tensor t469,
            @TensorType("f32[s470]") Tensor t470, @TensorType("f32[s471]") Tensor t471, @TensorType("f32[s472]") Tensor t472, @TensorType("f32[s473]") Tensor t473, @TensorType("f32[s474]") Tensor t474,
            @TensorType("f32[s475]") Tensor t475, @TensorType("f32[s476]") Tensor t476, @TensorType("f32[s477]") Tensor t477, @TensorType("f32[s478]") Tensor t478, @TensorType("f32[s479]") Tensor t479,
            @TensorType("f32[s480]") Tensor t480, @TensorType("f32[s481]") Tensor t481, @TensorType("f32[s482]") Tensor t482, @TensorType("f32[s483]") Tensor t483, @TensorType("f32[s484]") Tensor t484,
            @TensorType("f32[s485]") Tensor t485, @TensorType("f32[s486]") Tensor t486, @TensorType("f32[s487]") Tensor t487, @TensorType("f32[s488]") Tensor t488, @TensorType("f32[s489]") Tensor t489,
            @TensorType("f32[s490]") Tensor t490, @TensorType("f32[s491]") Tensor t491, @TensorType("f32[s492]") Tensor t492, @TensorType("f32[s493]") Tensor t493, @TensorType("f32[s494]") Tensor t494,
            @TensorType("f32[s495]") Tensor t495, @TensorType("f32[s496]") Tensor t496, @TensorType("f32[s497]") Tensor t497, @TensorType("f32[s498]") Tensor t498, @TensorType("f32[s499]") Tensor t499) {}

    record R10(
            @TensorType("f32[s500]") Tensor t500) {}

    // says 'first' takes more than 500 different sizes
    @GraphKernel
    static Tensor first(R0 r0, R1 r1, R2 r2, R3 r3, R4 r4, R5 r5, R6 r6, R7 r7, R8 r8, R9 r9, R10 r10) {
//                ^ GK-1307
        return mul(r0.t0(), 2);
    }
}
