<?php
/**
 * Page caches. What one visitor may see must never be kept for the next one.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Keeps answers out of caches, and empties caches when the gate changes.
 */
final class Lintel_Gate_Caches {
	/** Functions of cache plugins that empty all pages. Called if they are there. */
	const FUNCTIONS = array(
		'rocket_clean_domain',       // WP Rocket.
		'w3tc_flush_all',            // W3 Total Cache.
		'wp_cache_clear_cache',      // WP Super Cache.
		'wpfc_clear_all_cache',      // WP Fastest Cache.
		'wpo_cache_flush',           // WP-Optimize.
		'sg_cachepress_purge_cache', // SiteGround.
		'pantheon_clear_edge_all',   // Pantheon.
	);

	/** Actions of cache plugins that do the same. */
	const ACTIONS = array(
		'litespeed_purge_all',                // LiteSpeed Cache.
		'cache_enabler_clear_complete_cache', // Cache Enabler.
		'rt_nginx_helper_purge_all',          // Nginx Helper.
		'breeze_clear_all_cache',             // Breeze.
		'wphb_clear_page_cache',              // Hummingbird.
	);

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		foreach ( array( Lintel_Gate_Settings::OPTION, Lintel_Gate_Settings::SECRET_OPTION ) as $option ) {
			add_action( "add_option_$option", array( self::class, 'purge' ), 20, 0 );
			add_action( "update_option_$option", array( self::class, 'purge' ), 20, 0 );
		}
		register_activation_hook( LINTEL_GATE_FILE, array( self::class, 'purge' ) );
		register_deactivation_hook( LINTEL_GATE_FILE, array( self::class, 'purge' ) );
		// LiteSpeed's server looks at the cookies that it is told of, by their whole names.
		add_filter( 'litespeed_vary_cookies', array( self::class, 'with_passing_cookie' ) );
		add_filter( 'litespeed_vary_curr_cookies', array( self::class, 'with_passing_cookie' ) );
	}

	/**
	 * Empties page caches: what they keep was decided by other settings.
	 */
	public static function purge(): void {
		foreach ( self::FUNCTIONS as $name ) {
			if ( function_exists( $name ) ) {
				$name();
			}
		}
		foreach ( self::ACTIONS as $name ) {
			do_action( $name );
		}
		wp_cache_flush();
		do_action( 'lintel_gate_purge_caches' );
	}

	/**
	 * A cookie that says nothing but that page caches are not to answer this browser. WordPress marks visitors who gave a
	 * post's password by such a name, and caches let names that begin so pass: otherwise a visitor with proof would be given
	 * the lists of those without, from which posts were left out. WordPress itself reads only the name without the ending.
	 */
	public static function passing_cookie(): string {
		return 'wp-postpass_' . ( defined( 'COOKIEHASH' ) ? COOKIEHASH : '' ) . '_lintel';
	}

	/**
	 * Names of cookies, and the one above.
	 *
	 * @param array $names Names.
	 */
	public static function with_passing_cookie( $names ): array {
		return array_merge( (array) $names, array( self::passing_cookie() ) );
	}

	/**
	 * Keeps this answer out of every cache: the browser's, a proxy's and a cache plugin's.
	 */
	public static function keep_out(): void {
		// The words that page caches, object-level fragment caches and minifiers agreed on.
		foreach ( array( 'DONOTCACHEPAGE', 'DONOTCACHEOBJECT', 'DONOTCDN' ) as $word ) {
			if ( ! defined( $word ) ) {
				define( $word, true );
			}
		}
		do_action( 'litespeed_control_set_nocache', 'lintel age gate' );
		if ( headers_sent() ) {
			return;
		}
		// WordPress sends these again in some answers, so its own words are made as strict.
		add_filter( 'nocache_headers', array( self::class, 'strict' ), PHP_INT_MAX );
		nocache_headers();
		if ( 1 !== preg_match( '/^vary:.*\bcookie\b/im', implode( "\n", headers_list() ) ) ) {
			header( 'Vary: Cookie', false );
		}
	}

	/**
	 * Headers against caches, so that nobody keeps the answer for a moment.
	 *
	 * @param array $headers Headers.
	 */
	public static function strict( $headers ): array {
		return array_merge( (array) $headers, array( 'Cache-Control' => 'private, no-store, no-cache, must-revalidate, max-age=0' ) );
	}
}
